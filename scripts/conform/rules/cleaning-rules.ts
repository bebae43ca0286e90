import { randomUUID } from 'node:crypto';
import { isRecord, modelOf, readDeclaration, runPhases, xReported } from '@sweepline/contract/robot';
import { nodeAt, placeOf, sendOrder, standStill } from '../orders.ts';
import type { Received, Robot } from '../robot.ts';
import { declares, ownMessages, type Rule } from '../rule.ts';
import { broken, NotTested } from '../verdict.ts';

const runMs = 300_000;
const reportMs = 60_000;
/** Half the side of the area that is cleaned. */
const halfM = 1;

const endStates = ['COMPLETE', 'INTERRUPTED', 'FAILED'];
const needs = [declares('cleanArea')];
const ownNeeds = [declares('cleanArea'), ownMessages];

interface Run {
  runId: string;
  mark: number;
}

/** The first mode and strength that it declares, else that its model has. */
function usualOf(robot: Robot) {
  const reported = robot.received.findLast(({ name }) => name === 'xReported');
  const { data } = xReported.safeParse(reported?.body);
  const declared = data && readDeclaration(data).cleaning;
  const known = modelOf(robot.abilities?.seriesName ?? '');
  return {
    cleaningMode: declared?.modes[0]?.key ?? known?.cleaningModes[0] ?? 'SWEEP',
    strength: declared?.strengths[0]?.key ?? known?.strengths[0] ?? 'STANDARD',
  };
}

/** Cleans four square metres around the robot, once for all rules. */
const cleaned = (robot: Robot): Promise<Run> =>
  robot.once('cleaned', async () => {
    await standStill(robot);
    const here = placeOf(robot);
    const [mark, runId] = [robot.mark(), randomUUID()];
    const { cleaningMode, strength } = usualOf(robot);
    const parameters = {
      areaId: randomUUID(),
      polygon: [
        [here.x - halfM, here.y - halfM],
        [here.x + halfM, here.y - halfM],
        [here.x + halfM, here.y + halfM],
        [here.x - halfM, here.y + halfM],
      ],
      mapId: here.mapId,
      cleaningMode,
      strength,
      minSoc: 15,
      resumeSoc: 80,
      resumeAfterCharge: true,
      replenish: 'AUTO',
    };
    const action = {
      actionType: 'cleanArea',
      actionId: `${runId}.0`,
      blockingType: 'HARD' as const,
      parameters,
    };
    const area = nodeAt(here, parameters.areaId, { deviation: 5, actions: [action] });
    sendOrder(robot, [nodeAt(here, 'here'), area], runId);
    const isOver = () => stateOf(robot, runId) === 'FINISHED' || stateOf(robot, runId) === 'FAILED';
    await robot.wait(isOver, runMs);
    await robot.next(mark, 'xReport', ofRun(runId), robot.own ? reportMs : 0);
    if (stateOf(robot, runId) === undefined) throw new NotTested('no state shows the cleaning order');
    return { runId, mark };
  });

const actionOf = (message: Received, runId: string) =>
  message.state?.actions.find(({ actionId }) => actionId === `${runId}.0`);
const stateOf = (robot: Robot, runId: string) =>
  robot.received
    .findLast((message) => actionOf(message, runId))
    ?.state?.actions.find(({ actionId }) => actionId === `${runId}.0`)?.status;
const ofRun =
  (runId: string) =>
  ({ body }: Received) =>
    String(body['runId']).toLowerCase() === runId;

const tasksOf = (robot: Robot, { runId, mark }: Run) => robot.since(mark, 'xTask').filter(ofRun(runId));

function reportIsConsistent(report: Received): void {
  const { totals, startTime, endTime } = report.body;
  if (!isRecord(totals)) return broken('no totals', report, 'totals');
  const { plannedM2, cleanedM2, uncleanedM2, coverage, seconds } = totals;
  const [planned, done] = [Number(plannedM2), Number(cleanedM2)];
  if (!(planned > 0 && done >= 0 && Number(seconds) > 0))
    broken('a required figure is missing', report, 'totals');
  const isNear = (value: unknown, expected: number) =>
    value === undefined || Math.abs(Number(value) - expected) <= 0.1;
  if (!isNear(uncleanedM2, Math.max(0, planned - done)))
    broken('not plannedM2 − cleanedM2', report, 'totals.uncleanedM2');
  if (!isNear(coverage, Math.min(1, done / planned)))
    broken('not cleanedM2 / plannedM2', report, 'totals.coverage');
  if (!(Date.parse(String(startTime)) < Date.parse(String(endTime))))
    broken('the run ends before it starts', report, 'endTime');
}

export const cleaningRules: readonly Rule[] = [
  {
    id: 'CLEAN-1',
    rule: 'It cleans an area that it has never heard of: `cleanArea` is `RUNNING`, then `FINISHED`.',
    page: 'orders.md#actions',
    needs,
    check: async (robot) => {
      const { runId, mark } = await cleaned(robot);
      const statuses = robot
        .since(mark, 'state')
        .flatMap((message) => actionOf(message, runId)?.status ?? []);
      const last = robot.received.findLast((message) => actionOf(message, runId));
      if (!statuses.includes('RUNNING')) broken('never RUNNING', last, 'actionStates');
      if (statuses.at(-1) !== 'FINISHED') broken('not FINISHED', last, 'actionStates');
    },
  },
  {
    id: 'CLEAN-2',
    rule: 'It reports the run with `xTask`, from `IN_PROGRESS` to `COMPLETE`.',
    page: 'orders.md#xtask',
    needs: ownNeeds,
    check: async (robot) => {
      const tasks = tasksOf(robot, await cleaned(robot));
      if (!tasks.some(({ body }) => body['state'] === 'IN_PROGRESS'))
        broken('no xTask IN_PROGRESS of the run', tasks[0], 'state');
      const end = tasks.find(({ body }) => endStates.includes(String(body['state'])));
      if (end?.body['state'] !== 'COMPLETE')
        broken('no xTask COMPLETE of the run', end ?? tasks.at(-1), 'state');
    },
  },
  {
    id: 'CLEAN-3',
    rule: 'The phases of a run are known, and it says `CLEANING` while it cleans.',
    page: 'orders.md#phases',
    needs: ownNeeds,
    check: async (robot) => {
      const tasks = tasksOf(robot, await cleaned(robot));
      const known = new Set<unknown>(['', undefined, ...runPhases]);
      const unknown = tasks.find(({ body }) => !known.has(body['phase']));
      if (unknown) broken('an unknown phase', unknown, 'phase');
      if (!tasks.some(({ body }) => body['phase'] === 'CLEANING'))
        broken('never in phase CLEANING', tasks.at(-1), 'phase');
    },
  },
  {
    id: 'CLEAN-4',
    rule: '`xTelemetry` names the run and its mode while it cleans.',
    page: 'telemetry.md#xtelemetry',
    needs: ownNeeds,
    check: async (robot) => {
      const { runId, mark } = await cleaned(robot);
      const telemetry = robot.since(mark, 'xTelemetry').filter(ofRun(runId));
      if (telemetry.length === 0)
        broken('no xTelemetry has the runId', robot.since(mark, 'xTelemetry').at(-1), 'runId');
      const modes = ['AUTO_RUN', 'SCHEDULED_CLEANING', 'EDGE'];
      if (!telemetry.some(({ body }) => modes.includes(String(body['mode']))))
        broken('no cleaning mode', telemetry[0], 'mode');
    },
  },
  {
    id: 'CLEAN-5',
    rule: 'One `xReport` follows each cleaning run, and its figures fit together.',
    page: 'orders.md#xreport',
    needs: ownNeeds,
    check: async (robot) => {
      const { runId, mark } = await cleaned(robot);
      const reports = robot.since(mark, 'xReport').filter(ofRun(runId));
      const [report] = reports;
      if (!report) return broken(`no xReport within ${reportMs / 1000} s after the run`);
      if (new Set(reports.map(({ body }) => body['msgId'])).size > 1)
        broken('more than one xReport', reports.at(-1));
      reportIsConsistent(report);
    },
  },
  {
    id: 'CLEAN-6',
    rule: 'It breaks off to charge below `minSoc` and goes on from `resumeSoc`.',
    page: 'orders.md#actions',
    needs,
    check: { untested: 'it takes as long as the battery lasts' },
  },
];
