import type { CommandRow } from '../commands/command-rules.ts';
import type { ActionLedger } from '../commands/action-ledger.ts';
import { destinationOf } from '../../entities/work/run-request.ts';
import type { RunRow } from '../../entities/work/run-table.ts';
import type { StartRun } from '../../robots-port/run-requests.ts';
import type { Session } from '../sessions/session.ts';
import { RobotRefusal } from '../../robots-port/robot-refusal.ts';
import type { RunStartDeps } from './run-start.ts';

type RunCommandDeps = Pick<RunStartDeps, 'timing' | 'runRegistry' | 'sessionOf' | 'until'> & {
  ledger: ActionLedger;
};

const startTypes = { CLEANING: 'run.clean', PROMOTION: 'run.promote', NAVIGATION: 'run.goTo' } as const;

const typeOfStart = (input: StartRun): string =>
  destinationOf(input) === 'CHARGER' ? 'run.charge' : startTypes[input.kind];

const paramsOfStart = ({ taskId, map, plan }: StartRun): Record<string, unknown> => ({
  ...(taskId && { taskId }),
  ...(map && { mapId: map.mapId }),
  ...(plan.areas.length > 0 && { zones: plan.areas.map(({ name }) => name) }),
  ...(plan.goal && { goal: plan.goal }),
});

/**
 * Records user commands on a run in the list of commands, with their author and result. Commands of the server itself, such
 * as ending the run of a frozen robot or starting a schedule, are not recorded.
 */
export function createRunCommands({ ledger, timing, runRegistry, sessionOf, until }: RunCommandDeps) {
  const fail = (row: CommandRow, error: unknown): void => {
    const code = error instanceof RobotRefusal ? error.code : 'FAILED';
    ledger.failed(row, { code, ...(code === 'TIMED_OUT' && { status: 'TIMED_OUT' as const }) });
  };

  /** A start has succeeded when the robot shows the order, which comes after the answer of the call. */
  const settleStart = async (session: Session, command: CommandRow, runId: string): Promise<void> => {
    const isTaken = () => runRegistry.get(runId)?.row.state !== 'WAITING';
    await until(session, isTaken, timing.orderExpiryMs);
    const run = runRegistry.get(runId)?.row;
    if (run?.state === 'WAITING') ledger.failed(command, { code: 'TIMED_OUT', status: 'TIMED_OUT' });
    else if (run && run.startedAt === null) ledger.failed(command, { code: run.code || 'FAILED' });
    else ledger.succeeded(command, { runId });
  };

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
        fail(row, error);
        throw error;
      }
    },

    /** Records the start of a run, refused starts included, after the run itself: a killed call is known by what it stored first. */
    recordStart: async (input: StartRun, start: () => Promise<RunRow>): Promise<RunRow> => {
      const session = sessionOf(input.deviceId);
      if (!session || input.origin === 'SCHEDULE') return await start();
      const begin = () =>
        ledger.begin(session, input, typeOfStart(input), paramsOfStart(input), timing.orderExpiryMs);
      const run = await start().catch(async (error: unknown) => {
        fail(await begin(), error);
        throw error;
      });
      void settleStart(session, await begin(), run.id);
      return run;
    },
  };
}
