import type { Robot } from '../robot/robot.ts';
import type { ComputerSetup } from '../wire/connection/computer-setup.ts';
import type { Installed } from '../wire/connection/installed.ts';
import type { RobotLog } from '../wire/logs/robot-log.ts';
import { versionsOf } from '../wire/messages/reported.ts';
import { hostKeyOn, type HostKey } from './host-key.ts';
import { ShellStream } from './shell-stream.ts';
import { SshHost } from './ssh-host.ts';

/** The shell of a robot: its sshd, and the stream that leads to it. A light robot and one without an HTTP server have none. */
export function shellOf(
  { robot: { light }, disk, now, openStream, shellAuthorities }: ComputerSetup,
  { robot, log, installed }: { robot: Robot; log: RobotLog; installed: Installed },
  serverNow: () => number,
): { stream: ShellStream; sshHostKey: () => string | undefined } {
  let trusted: readonly string[] = [];
  const isAble = !light && openStream !== undefined && shellAuthorities !== undefined;
  let known: HostKey | undefined;
  // Made when it is reported for the first time: a robot at its activation screen has an empty disk.
  const hostKey = () => (known ??= hostKeyOn(disk));
  const versions = () => versionsOf(robot, installed);
  const material = { robot, log, versions, now };
  const host = isAble ? new SshHost({ ...material, hostKey, trusted: () => trusted, serverNow }) : undefined;
  const refreshAuthorities = async () => {
    trusted = (await shellAuthorities?.()) ?? [];
  };
  const stream = new ShellStream({ host, open: openStream, refreshAuthorities, now });
  return { stream, sshHostKey: () => (isAble ? hostKey().publicKey : undefined) };
}
