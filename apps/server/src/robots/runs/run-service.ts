import { can, isOpenRun } from '@sweepline/contract/robot';
import type { RunPlan, RunRow } from '../../entities/work/run-table.ts';
import type { ActionLedger } from '../commands/action-ledger.ts';
import type { InstantOutcome } from '../commands/instant-actions.ts';
import { reachable } from '../commands/robot-refusal.ts';
import { createRunCommands } from './run-commands.ts';
import { areaActionId } from '../protocol/order-plan.ts';
import { createRunStart, type RunStartDeps } from './run-start.ts';
import { vehicleOf } from '../sessions/session.ts';
import { type RefusalCode, refuse } from '../../robots-port/robot-refusal.ts';
import type { ZoneSource } from '../../robots-port/run-requests.ts';
import type { RunService, StartRun } from '../../robots-port/run-requests.ts';

const outcomeCodes: Record<Exclude<InstantOutcome, 'DONE'>, RefusalCode> = {
  FAILED: 'FAILED',
  REFUSED: 'UNSUPPORTED',
  NOTHING: 'WRONG_STATE',
  TIMED_OUT: 'TIMED_OUT',
};

/** The runs of the gateway, for features. */
export function createRunService(deps: RunStartDeps & { ledger: ActionLedger }): RunService {
  const { timing, runRegistry, driver, instant, until } = deps;
  const { start: startUnrecorded, check } = createRunStart(deps);
  const { record, recordStart } = createRunCommands(deps);

  const start = (input: StartRun) => recordStart(input, () => startUnrecorded(input));

  // A drive has no name of its own; pages show where it leads.
  const drive = (
    input: { deviceId: string; by: string; map?: ZoneSource; name?: string },
    extraPlan: Partial<RunPlan>,
  ) =>
    start({
      deviceId: input.deviceId,
      by: input.by,
      kind: 'NAVIGATION',
      name: input.name ?? '',
      ...(input.map && { map: input.map }),
      plan: {
        cleaningMode: '',
        strength: '',
        repetitions: 1,
        strategy: 'FULL',
        pattern: '',
        finish: 'STAY',
        areas: [],
        // Nothing is cleaned on the way.
        toolWidthM: 0.5,
        ...extraPlan,
      },
    });

  const openRun = (runId: string) => {
    const run = runRegistry.get(runId);
    return run && isOpenRun(run.row.state) && run.row.state !== 'COMPLETE' ? run : refuse('WRONG_STATE');
  };

  /** Sends an instant action and waits until the run has the state. */
  const pauseOrResume = async (
    runId: string,
    actionType: 'startPause' | 'stopPause',
    to: RunRow['state'],
  ) => {
    const run = openRun(runId);
    const session = reachable(deps.sessionOf(run.row.deviceId));
    if (!can(vehicleOf(session), 'pause')) refuse('UNSUPPORTED');
    if (run.row.state === 'WAITING') refuse('WRONG_STATE');
    if (run.row.state === to) return run.row;
    if (!['AUTOMATIC', 'SEMIAUTOMATIC'].includes(session.state?.operatingMode ?? '')) refuse('MODE_FORBIDS');
    const paused = to === 'PAUSED';
    const outcome = await instant.send(session, actionType, {}, (state) => state.paused === paused);
    if (outcome !== 'DONE' && run.row.state !== to) refuse(outcomeCodes[outcome]);
    await until(session, () => run.row.state === to, timing.interactiveMs);
    return run.row;
  };

  /** Ends the run at the robot and waits for its state. */
  const end = async (runId: string) => {
    const run = openRun(runId);
    const session = deps.sessionOf(run.row.deviceId);
    if (run.row.state === 'WAITING') {
      // The order may be on its way; the cancellation follows it in the same queue.
      if (session?.liveness.state === 'ONLINE') void driver.cancelAtRobot(run, session, 'USER_CANCELED');
      if (session) driver.transition(run, session, { to: 'INTERRUPTED', code: 'USER_CANCELED' });
      return run.row;
    }
    // Freezing a device ends its run, so this must reach a frozen device.
    const robot = reachable(session, { evenFrozen: true });
    await driver.cancelAtRobot(run, robot, 'USER_CANCELED');
    await until(robot, () => !isOpenRun(run.row.state), timing.interactiveMs);
    if (run.cancel === undefined && isOpenRun(run.row.state)) refuse('TIMED_OUT');
    return run.row;
  };

  const skip = async (runId: string, areaId: string) => {
    const run = openRun(runId);
    const session = reachable(deps.sessionOf(run.row.deviceId));
    if (!can(vehicleOf(session), 'skip')) refuse('UNSUPPORTED');
    const index = run.row.plan.areas.findIndex((area) => area.areaId === areaId);
    if (index < 0 || run.row.skipped.includes(areaId)) refuse('WRONG_STATE');
    const parameters = { orderId: runId, actionId: areaActionId(runId, index) };
    const outcome = await instant.send(session, 'skipArea', parameters);
    // A finished zone cannot be skipped.
    if (outcome !== 'DONE') refuse(outcome === 'FAILED' ? 'WRONG_STATE' : outcomeCodes[outcome]);
    if (isOpenRun(run.row.state)) runRegistry.change(run, { skipped: [...run.row.skipped, areaId] });
    return run.row;
  };

  /** Records the user's command with its result. */
  const recordCommand = async (
    runId: string,
    type: string,
    by: string | undefined,
    work: () => Promise<RunRow>,
    params: Record<string, unknown> = {},
  ): Promise<RunRow> =>
    record(deps.sessionOf(openRun(runId).row.deviceId), type, by, { runId, ...params }, work);

  return {
    start,
    check,
    holds: async (deviceId, runId) =>
      runRegistry.get(runId)?.row.deviceId === deviceId || deps.sessionOf(deviceId)?.state?.orderId === runId,
    skip: (runId, areaId, by) =>
      recordCommand(runId, 'run.skipZone', by, () => skip(runId, areaId), { areaId }),
    navigate: ({ goal, ...input }) => drive(input, { goal }),
    charge: ({ station, ...input }) => drive(input, { station, finish: 'CHARGE' }),
    pause: (runId, by) =>
      recordCommand(runId, 'run.pause', by, () => pauseOrResume(runId, 'startPause', 'PAUSED')),
    resume: (runId, by) =>
      recordCommand(runId, 'run.resume', by, () => pauseOrResume(runId, 'stopPause', 'IN_PROGRESS')),
    cancel: (runId, by) => recordCommand(runId, 'run.stop', by, () => end(runId)),
  };
}
