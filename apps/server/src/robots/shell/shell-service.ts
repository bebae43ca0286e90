import type { ShellInput } from '@sweepline/contract';
import { streamTokenMs } from '@sweepline/contract/robot';
import { rightsChanged, sessionEnded } from '../../features/people/auth/session-service.ts';
import { deviceChannel } from '../../features/devices/identity/credential-service.ts';
import {
  shellConnections,
  shellInputChannel,
  shellSigns,
} from '../../features/remote/shells/shell-channel-service.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';
import type { CloseShell, OpenShellInput } from '../../robots-port/robots.ts';
import { reachable } from '../commands/robot-refusal.ts';
import { isoOf } from '../protocol/iso.ts';
import { hashOfToken } from '../protocol/token-hash.ts';
import { createShellRegistry, type ShellDeps } from './shell-registry.ts';
import { createShellStart, newTokens } from './shell-start.ts';
import { createShellWatch } from './shell-watch.ts';

/** Shells on robots (docs/protocol/shell.md#session), at the owner of the robot: it is the client of the robot's sshd. */
export function createShellService(deps: ShellDeps) {
  const { bus, shellStore, shellSecrets, sessionOf } = deps;
  const registry = createShellRegistry(deps);
  const { shells, nowMs, announce, record, end, ofDevice, reportFault } = registry;
  const watch = createShellWatch(deps, registry);
  const start = createShellStart(deps, registry);

  /** Takes what a page typed. False if the shell is not of this server. */
  const input = (login: string, sent: ShellInput): boolean => {
    const shell = shells.get(sent.session);
    if (!shell) return false;
    if (shell.login !== login || !shell.ssh || shell.ending) return true;
    if ('text' in sent) {
      shell.inputMs = nowMs();
      shell.recorder.type(sent.text);
      shell.ssh.type(sent.text);
    } else shell.ssh.resize(sent.cols, sent.rows);
    return true;
  };

  const stops = [
    bus.subscribe(shellSigns, ({ content: { sessionId, connection, sign } }) =>
      start.onSign(sessionId, connection, sign),
    ),
    ...[rightsChanged, sessionEnded, deviceChannel].map((channel) =>
      bus.subscribe<unknown>(channel, watch.checkAll),
    ),
  ];

  return {
    /** Opens an approved shell. It does not wait for the robot. */
    open: async ({ deviceId, sessionId, login, cols, rows }: OpenShellInput): Promise<void> => {
      const session = reachable(sessionOf(deviceId));
      const hostKey = await shellStore.hostKeyOf(deviceId);
      if (!session.vendor || !shellSecrets || hostKey === undefined) return refuse('UNSUPPORTED');
      const [tokens, ms] = [newTokens(), nowMs()];
      const row = await shellStore.begin(sessionId, {
        login,
        cols,
        rows,
        openedAt: isoOf(ms),
        tokenHash: hashOfToken(tokens.token),
        tokenUntil: isoOf(ms + streamTokenMs),
        resumeHash: hashOfToken(tokens.resumeToken),
      });
      if (!row) return refuse('WRONG_STATE');
      if ('taken' in row) return refuse('SHELL_TAKEN', row.taken);
      const shell = start.register(row, login, hostKey, shellSecrets);
      shell.stopInput = bus.subscribe(shellInputChannel(sessionId), ({ content, isRemote }) => {
        if (isRemote) input(content.login, content.input);
      });
      announce(deviceId);
      start.askRobot(shell, tokens).catch(() => end(shell, 'REFUSED'));
    },
    close: async ({ deviceId, sessionId, by }: CloseShell): Promise<void> => {
      const shell = shells.get(sessionId);
      if (shell?.deviceId !== deviceId) return refuse('WRONG_STATE');
      void end(shell, 'ENDED', by);
      await shell.endStored.promise;
    },
    /** Stores what was shown until now. */
    flush: async (deviceId: string, sessionId: string): Promise<void> => {
      const shell = shells.get(sessionId);
      if (shell?.deviceId === deviceId) await record(shell);
    },
    input,
    tick: watch.tick,
    load: async (shards: readonly number[]): Promise<void> => {
      const ms = nowMs();
      for (const { id, deviceId, endsAt } of await shellStore.endOpen(shards, isoOf(ms))) {
        bus.publish(shellConnections, { sessionId: id, connection: null });
        const untilMs = Date.parse(endsAt ?? '') + 60_000;
        registry.unconfirmed.set(id, { deviceId, untilMs: Number.isNaN(untilMs) ? ms : untilMs, nextMs: ms });
        announce(deviceId);
      }
    },
    /** Ends the shell of a device that another server takes over. */
    handAway: async (deviceId: string): Promise<void> => {
      for (const [id, it] of registry.unconfirmed)
        if (it.deviceId === deviceId) registry.unconfirmed.delete(id);
      await Promise.all(ofDevice(deviceId).map((shell) => end(shell, 'RESTARTED')));
    },
    stop: async (): Promise<void> => {
      for (const stop of stops) stop();
      await Promise.all([...shells.values()].map((shell) => end(shell, 'RESTARTED'))).catch(reportFault);
    },
  };
}
