import type { XReport, XTask } from '@sweepline/contract/robot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunRow } from '../../entities/work/run-table.ts';
import { judgeReport, judgeTask, move } from './run-rules.ts';
import { reportPatch, taskPatch } from './run-values.ts';

const waiting: RunRow = {
  id: 'r',
  companyId: 'c',
  kind: 'CLEANING',
  name: '',
  taskId: null,
  deviceId: 'd',
  mapId: null,
  mapVersion: null,
  origin: 'CLOUD',
  state: 'WAITING',
  phase: '',
  code: '',
  by: '',
  previousId: null,
  skipped: [],
  toured: null,
  areaIndex: 0,
  areaCount: 0,
  plannedM2: null,
  cleanedM2: null,
  coverage: null,
  etaS: null,
  phases: [],
  createdAt: '',
  startedAt: null,
  endedAt: null,
  pausedAt: null,
  stale: false,
  reportMissing: false,
  taskSeq: 0,
  revision: 0,
  plan: {
    cleaningMode: '',
    strength: '',
    repetitions: 1,
    strategy: '',
    pattern: '',
    finish: 'STAY',
    areas: [],
    toolWidthM: 0.5,
  },
};

type RunMessage = { task: XTask } | { report: XReport };
const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1000).toISOString();

/** Applies the messages as the uplink does: figures first, then the state. */
const apply = (messages: readonly RunMessage[]): RunRow =>
  messages.reduce((row, message, index) => {
    const verdict = 'task' in message ? judgeTask(row, message.task) : judgeReport(message.report);
    const patch =
      'task' in message
        ? taskPatch(row, message.task, at(message.task.seq)).patch
        : reportPatch(message.report);
    const next = { ...row, ...patch };
    return { ...next, ...(verdict && move(next, verdict, at(index), true)) };
  }, waiting);

const phases = ['UNDOCKING', 'HEADING_TO_AREA', 'CLEANING', 'STOPPING_PARTS', 'REPLENISHING'] as const;
const ends = [
  ['COMPLETE', 'SUCCESS', ''],
  ['INTERRUPTED', 'PARTIAL', 'HMI_STOP'],
  ['FAILED', 'FAILED', 'NO_ROUTE'],
] as const;

/** The messages of a robot about one run, up to its report. */
const histories = fc
  .record({
    steps: fc.array(
      fc.record({ state: fc.constantFrom('IN_PROGRESS', 'PAUSED'), phase: fc.constantFrom(...phases) }),
      { maxLength: 12 },
    ),
    end: fc.constantFrom(...ends),
    own: fc.boolean(),
  })
  .map(({ steps, end: [state, result, code], own }): RunMessage[] => {
    const origin = own ? 'DEVICE_SCHEDULE' : 'CLOUD';
    const taskMessages = [...steps, { state, phase: '', code }].map((step, index) => ({
      // Only the fields that the rules read.
      task: {
        code: '',
        origin,
        seq: index + 1,
        areaIndex: Math.floor(index / 3),
        areaCount: 5,
        plannedM2: 100,
        cleanedM2: index * 7,
        coverage: index * 0.07,
        ...step,
      } as unknown as XTask,
    }));
    const totals = { plannedM2: 100, cleanedM2: 88, coverage: 0.88, seconds: 60 };
    return [...taskMessages, { report: { result, code, totals } as unknown as XReport }];
  });

const finalFields = ({ state, code, cleanedM2, coverage, plannedM2, areaCount }: RunRow) => ({
  state,
  code,
  cleanedM2,
  coverage,
  plannedM2,
  // If the report arrives first, the later messages do not set the count.
  areaCount: areaCount === 0 ? 5 : areaCount,
});

const latestFields = ({ state, code, phase, origin, areaIndex, cleanedM2, coverage, taskSeq }: RunRow) => ({
  state,
  code,
  phase,
  origin,
  areaIndex,
  cleanedM2,
  coverage,
  taskSeq,
});

test('a thousand histories of runs, shuffled and duplicated, end as they do in order', () => {
  fc.assert(
    fc.property(
      histories.chain((messages) =>
        fc.tuple(
          fc.constant(messages),
          fc.shuffledSubarray([...messages, ...messages], { minLength: messages.length * 2 }),
        ),
      ),
      ([inOrder, disorder]) => {
        expect(finalFields(apply(disorder))).toEqual(finalFields(apply(inOrder)));
        // Before the report, the last message counts, whatever the order.
        const tasksOf = (messages: readonly RunMessage[]) => messages.filter((message) => 'task' in message);
        expect(latestFields(apply(tasksOf(disorder)))).toEqual(latestFields(apply(tasksOf(inOrder))));
      },
    ),
    { numRuns: 1000 },
  );
});
