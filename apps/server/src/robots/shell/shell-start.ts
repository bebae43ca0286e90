import { randomBytes } from 'node:crypto';
import type { ShellRow } from '../../entities/remote/shell-table.ts';
import { shellConnections, shellOutputChannel } from '../../features/remote/shells/shell-channel-service.ts';
import type { OpenShell } from './open-shell.ts';
import { openRobotPipe } from './robot-pipe.ts';
import { ShellRecorder } from './shell-recorder.ts';
import { shellReasonOf, type ShellDeps, type ShellRegistry } from './shell-registry.ts';
import type { ShellSecrets } from './shell-secrets.ts';
import { openSshShell, SshFault } from './ssh-client.ts';

/** The user and the principal of certificates at robots. */
const user = 'diag';

export interface ShellTokens {
  token: string;
  resumeToken: string;
}
const newToken = () => randomBytes(32).toString('base64url');
export const newTokens = (): ShellTokens => ({ token: newToken(), resumeToken: newToken() });

/** How shells begin, and what becomes of the connections of their robots. */
export function createShellStart(deps: ShellDeps, registry: ShellRegistry) {
  const { bus, commands, shellStore, shellSecrets } = deps;
  const { shells, nowMs, announce, end } = registry;

  const signIn = async (shell: OpenShell, secrets: ShellSecrets) => {
    shell.isSshStarting = true;
    const certify = await secrets.certify();
    const { id, hostKey, size, pipe, recorder } = shell;
    const ssh = await openSshShell({
      stream: pipe.stream,
      user,
      hostKey,
      certify: (publicKey) =>
        certify({ keyId: id, serial: BigInt(nowMs()), principal: user, publicKey, nowMs: nowMs() }),
      size,
      shown: (bytes) => recorder.show(bytes),
      ended: () => void end(shell, 'EXITED'),
    });
    if (shell.ending) return ssh.end();
    Object.assign(shell, { ssh, state: 'RUNNING', inputMs: nowMs() });
    // What is stored of its end comes after it.
    const stored = shell.storing.then(() => shellStore.change(id, { state: 'RUNNING' }));
    shell.storing = stored.catch(() => {});
    await stored;
    announce(shell.deviceId);
  };

  return {
    register: (row: ShellRow, login: string, hostKey: string, secrets: ShellSecrets): OpenShell => {
      const { id, deviceId, companyId, accountId, cols, rows } = row;
      const [ms, channel] = [nowMs(), shellOutputChannel(id)];
      const recorder = new ShellRecorder({
        elapsedMs: () => nowMs() - ms,
        seal: secrets.seal,
        shown: (from, text) => bus.publish(channel, { sessionId: id, from, text }, { companyId }),
      });
      const shell: OpenShell = {
        id,
        deviceId,
        companyId,
        accountId,
        login,
        hostKey,
        size: { cols, rows },
        state: 'STARTING',
        startedMs: ms,
        endsMs: Date.parse(row.endsAt ?? ''),
        inputMs: ms,
        signMs: ms,
        awayMs: undefined,
        checkedMs: ms,
        failedChecks: 0,
        pipe: openRobotPipe({ bus, sessionId: id, broken: () => void end(shell, 'STREAM') }),
        recorder,
        ssh: undefined,
        isSshStarting: false,
        storing: Promise.resolve(),
        ending: undefined,
        endStored: Promise.withResolvers<void>(),
        stopInput: () => {},
      };
      shells.set(id, shell);
      return shell;
    },

    askRobot: async (shell: OpenShell, tokens: ShellTokens) => {
      const maxSeconds = Math.round((shell.endsMs - shell.startedMs) / 1000);
      const params = { sessionId: shell.id, kind: 'SSH', ...tokens, user, maxSeconds };
      const { deviceId } = shell;
      const row = await commands.sendAndWait({ deviceId, type: 'stream.open', params, by: '' });
      if (row.status !== 'SUCCEEDED') await end(shell, shellReasonOf(row.code));
    },

    onSign: (sessionId: string, connection: string, sign: 'OPENED' | 'ALIVE' | 'CLOSED') => {
      const shell = shells.get(sessionId);
      if (!shell || shell.ending || !shellSecrets) return;
      const isPresent = shell.pipe.connection() === connection;
      if (sign === 'OPENED') {
        Object.assign(shell, { signMs: nowMs(), awayMs: undefined });
        bus.publish(shellConnections, { sessionId, connection });
        shell.pipe.attach(connection);
        if (!shell.isSshStarting)
          signIn(shell, shellSecrets).catch(
            (error: unknown) => void end(shell, error instanceof SshFault ? error.reason : 'STREAM'),
          );
      } else if (isPresent && sign === 'ALIVE') shell.signMs = nowMs();
      else if (isPresent) {
        shell.pipe.detach();
        shell.awayMs = nowMs();
      }
    },
  };
}
