import { shellReasons, type ShellReason } from '@sweepline/contract';
import { shellChanged, shellConnections } from '../../features/remote/shells/shell-channel-service.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { CommandService } from '../commands/command-service.ts';
import type { Log } from '../gateway-options.ts';
import { isoOf } from '../protocol/iso.ts';
import type { Session } from '../sessions/session.ts';
import type { OpenShell } from './open-shell.ts';
import type { ShellSecrets } from './shell-secrets.ts';
import type { ShellStore } from './shell-store.ts';

export interface ShellDeps {
  db: Db;
  now: Clock;
  log: Log;
  bus: Bus;
  commands: CommandService;
  shellStore: ShellStore;
  /** A gateway without it opens no shells. */
  shellSecrets?: ShellSecrets | undefined;
  sessionOf(deviceId: string): Session | undefined;
}

const stopAgainMs = 30_000;
/** A robot ends a shell by itself at the end of its time. */
const graceMs = 60_000;

export const shellReasonOf = (code: string): ShellReason =>
  // The list contains only values of ShellReason.
  (shellReasons as readonly string[]).includes(code) ? (code as ShellReason) : 'REFUSED';

/** These ends are the robot's, or those of its connection: it has nothing left to confirm. */
const withoutRobot: readonly ShellReason[] = ['LOST', 'OFFLINE', 'RESTARTED'];

/** The shells of the robots of this server, and how they end. */
export function createShellRegistry({ now, log, bus, commands, shellStore, sessionOf }: ShellDeps) {
  const shells = new Map<string, OpenShell>();
  /** Shells that their robots did not confirm to be over. */
  const unconfirmed = new Map<string, { deviceId: string; untilMs: number; nextMs: number }>();
  const nowMs = () => now().getTime();

  /** After a row of the device's shells was written: pages read it again. */
  const announce = (deviceId: string) => bus.publish(shellChanged(deviceId), { deviceId });

  /** A robot that has just come back takes commands from its first state on. */
  const isReachable = (deviceId: string): boolean => {
    const session = sessionOf(deviceId);
    return session?.liveness.state === 'ONLINE' && session.state !== undefined;
  };

  const stopAtRobot = async (id: string, deviceId: string): Promise<boolean> => {
    const command = { deviceId, type: 'stream.close', params: { sessionId: id }, by: '' } as const;
    const row = await commands.sendAndWait(command).catch(() => undefined);
    return row?.status === 'SUCCEEDED';
  };

  /** Stores what was shown and typed since the last time. */
  const record = (shell: OpenShell, isEnd = false): Promise<void> => {
    const pieces = shell.recorder.take(isEnd);
    const { outputLength } = shell.recorder;
    shell.storing = shell.storing.then(() => shellStore.record(shell, pieces, outputLength));
    shell.storing.catch((error: unknown) => log.error({ error, shell: shell.id }, 'a recording has a gap'));
    const stored = shell.storing;
    shell.storing = stored.catch(() => {});
    return stored;
  };

  const finish = async (shell: OpenShell, endReason: ShellReason, endedBy: string) => {
    const { id, deviceId } = shell;
    const wasRunning = shell.state === 'RUNNING';
    shell.state = 'STOPPING';
    shell.stopInput();
    shell.ssh?.end();
    shell.pipe.close();
    bus.publish(shellConnections, { sessionId: id, connection: null });
    log.info({ shell: id, as: endReason }, 'a shell ended');
    await record(shell, true).catch(() => {});
    const end = { endReason, endedBy, endedAt: isoOf(nowMs()) };
    const isLeft = !wasRunning || withoutRobot.includes(endReason);
    const state = !wasRunning ? 'START_FAILED' : isLeft ? 'CLOSED' : 'STOPPING';
    await shellStore.change(id, { state, ...end });
    announce(deviceId);
    shell.endStored.resolve();
    const stopping = stopAtRobot(id, deviceId);
    if (isLeft) return;
    const isStopped = await stopping;
    if (!isStopped)
      unconfirmed.set(id, { deviceId, untilMs: shell.endsMs + graceMs, nextMs: nowMs() + stopAgainMs });
    await shellStore.change(id, { state: isStopped ? 'CLOSED' : 'STOP_FAILED' });
    announce(deviceId);
  };

  const confirm = async (id: string, deviceId: string) => {
    if (!unconfirmed.delete(id)) return;
    await shellStore.change(id, { state: 'CLOSED' });
    announce(deviceId);
  };
  const reportFault = (error: unknown) => log.error({ error }, 'the state of a shell could not be stored');

  return {
    shells,
    unconfirmed,
    nowMs,
    announce,
    record,
    reportFault,
    /** Ends a shell once. */
    end: (shell: OpenShell, reason: ShellReason, by = ''): Promise<void> => {
      shell.ending ??= finish(shell, reason, by)
        .catch(reportFault)
        .finally(() => {
          shell.endStored.resolve();
          shells.delete(shell.id);
        });
      return shell.ending;
    },
    /** Asks robots again that did not confirm the end of a shell. */
    stopAgain(ms: number): void {
      for (const [id, it] of unconfirmed) {
        if (ms > it.untilMs) void confirm(id, it.deviceId).catch(reportFault);
        else if (ms >= it.nextMs && isReachable(it.deviceId)) {
          it.nextMs = ms + stopAgainMs;
          void stopAtRobot(id, it.deviceId)
            .then((isStopped) => (isStopped ? confirm(id, it.deviceId) : undefined))
            .catch(reportFault);
        }
      }
    },
    ofDevice: (deviceId: string) => [...shells.values()].filter((shell) => shell.deviceId === deviceId),
  };
}
export type ShellRegistry = ReturnType<typeof createShellRegistry>;
