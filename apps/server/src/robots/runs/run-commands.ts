import type { ActionLedger } from '../commands/action-ledger.ts';
import type { GatewayTiming } from '../gateway-options.ts';
import type { Session } from '../sessions/session.ts';
import { RobotRefusal } from '../../robots-port/robot-refusal.ts';

/**
 * Records user commands on a run in the list of commands, with their author and result. Commands of the server itself, such
 * as ending the run of a frozen robot, are not recorded.
 */
export function createRunCommands(ledger: ActionLedger, timing: GatewayTiming) {
  return {
    record: async <T>(
      session: Session | undefined,
      type: string,
      by: string | undefined,
      params: Record<string, unknown>,
      work: () => Promise<T>,
    ): Promise<T> => {
      if (!session || by === undefined) return await work();
      const { deviceId } = session.device;
      const row = await ledger.begin(session, { deviceId, by }, type, params, timing.interactiveMs);
      try {
        const result = await work();
        ledger.succeeded(row);
        return result;
      } catch (error) {
        const code = error instanceof RobotRefusal ? error.code : 'FAILED';
        ledger.failed(row, { code, ...(code === 'TIMED_OUT' && { status: 'TIMED_OUT' as const }) });
        throw error;
      }
    },
  };
}
