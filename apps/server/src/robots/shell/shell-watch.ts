import { mayStillHoldShell } from '../../features/remote/shells/shell-right-service.ts';
import { endReasonOf, type OpenShell } from './open-shell.ts';
import type { ShellDeps, ShellRegistry } from './shell-registry.ts';

const checkEveryMs = 1_000;

/** Ends shells by their limits, and checks the right of each person at a shell every second. */
export function createShellWatch({ db, log, sessionOf }: ShellDeps, registry: ShellRegistry) {
  const { shells, nowMs, record, end } = registry;

  const checkRight = async (shell: OpenShell) => {
    shell.checkedMs = nowMs();
    const { accountId, login: sessionId, deviceId, companyId } = shell;
    try {
      const isPermitted = await mayStillHoldShell(
        db,
        { accountId, sessionId, deviceId, companyId },
        shell.id,
      );
      shell.failedChecks = 0;
      if (!isPermitted) await end(shell, 'RIGHT_ENDED');
    } catch (error) {
      shell.failedChecks++;
      log.error({ error }, 'the right to a shell could not be looked up');
    }
  };

  return {
    tick(ms: number): void {
      for (const shell of shells.values()) {
        if (shell.ending) continue;
        shell.pipe.tick(ms);
        const isOnline = sessionOf(shell.deviceId)?.liveness.state === 'ONLINE';
        const reason = endReasonOf(shell, isOnline, ms);
        if (reason) void end(shell, reason);
        else {
          // Its error is logged.
          record(shell).catch(() => {});
          if (ms - shell.checkedMs >= checkEveryMs) void checkRight(shell);
        }
      }
      registry.stopAgain(ms);
    },
    /** Checks at once after an event that may have ended a right. */
    checkAll(): void {
      for (const shell of shells.values()) if (!shell.ending) void checkRight(shell);
    },
  };
}
