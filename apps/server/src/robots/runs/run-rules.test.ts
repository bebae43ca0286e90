import { isOpenRun, runMayBecome, runMoves, type RunState, type XTask } from '@sweepline/contract/robot';
import { describe, expect, it } from 'vitest';
import type { RunRow } from '../../entities/work/run-table.ts';
import type { RobotState } from '../protocol/robot-state.ts';
import { judgeState, judgeTask, move, withPhase, type Verdict } from './run-rules.ts';

const run = (fields: Partial<RunRow> = {}) =>
  ({
    id: 'r',
    kind: 'CLEANING',
    state: 'IN_PROGRESS',
    code: '',
    phase: '',
    coverage: null,
    plan: { areas: [{}] },
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: null,
    pausedAt: null,
    taskSeq: 0,
    phases: [],
    ...fields,
  }) as unknown as RunRow;

const state = (fields: Partial<RobotState> = {}): RobotState => ({
  headerId: 0,
  orderId: 'r',
  orderUpdateId: 0,
  lastNodeId: '',
  nodesLeft: 1,
  edgesLeft: 1,
  position: undefined,
  driving: false,
  paused: false,
  actions: [{ actionId: 'r.0', actionType: 'cleanArea', status: 'RUNNING', result: '' }],
  instantActions: [],
  battery: undefined,
  operatingMode: 'AUTOMATIC',
  errors: [],
  maps: undefined,
  zoneSets: undefined,
  emergencyStop: false,
  ...fields,
});
const action = (status: string, actionType = 'cleanArea', actionId = 'r.0') => ({
  actionId,
  actionType,
  status,
  result: '',
});
const finished = { nodesLeft: 0, edgesLeft: 0 };
const judge = (robotState: RobotState, row = run(), mode = 'AUTO_RUN') =>
  judgeState(row, robotState, mode, undefined)?.to;

describe('a state', () => {
  it('ends a run only when its whole order is finished', () => {
    expect(judge(state({ ...finished, actions: [action('FINISHED')] }))).toBe('COMPLETE');
    expect(judge(state({ ...finished, actions: [action('RUNNING')] }))).toBe('IN_PROGRESS');
    expect(judge(state({ ...finished, actions: [] }))).toBe('IN_PROGRESS');
    expect(judge(state({ actions: [action('FINISHED')] }))).toBe('IN_PROGRESS');
    // Another sender's action in the same list is ignored.
    expect(
      judge(state({ ...finished, actions: [action('FINISHED'), action('RUNNING', 'startPause', 'x')] })),
    ).toBe('COMPLETE');
  });

  it('with a failed action interrupts a run that cleaned, and fails one that did not', () => {
    const failed = state({ ...finished, actions: [action('FAILED')] });
    expect(judge(failed)).toBe('FAILED');
    expect(judge(failed, run({ coverage: 0.2 }))).toBe('INTERRUPTED');
    // The docking failed, but the floor is clean.
    const undocked = [action('FINISHED'), action('FAILED', 'dock', 'r.1')];
    expect(judge(state({ ...finished, actions: undocked }))).toBe('COMPLETE');
  });

  it('pauses a run by its flag or by a paused cleaning, but not while the robot charges or is serviced', () => {
    expect(judge(state({ paused: true }))).toBe('PAUSED');
    const pausedCleaning = state({ actions: [action('PAUSED')] });
    expect(judge(pausedCleaning, run(), 'AUTO_RUN')).toBe('PAUSED');
    for (const mode of ['AUTO_RECHARGE', 'REPLENISH', 'MOP_WASHING', 'CHARGING'])
      expect(judge(pausedCleaning, run(), mode)).toBe('IN_PROGRESS');
  });

  it('without the order interrupts an active run, and does not affect a waiting one', () => {
    const other = state({ orderId: '' });
    expect(judge(other)).toBe('INTERRUPTED');
    expect(judge(other, run({ state: 'WAITING' }))).toBeUndefined();
    const refused = state({
      orderId: '',
      errors: [{ type: 'X', level: 'WARNING', text: '', references: { orderId: 'r' } }],
    });
    expect(judge(refused, run({ state: 'WAITING' }))).toBe('FAILED');
  });

  it("after a cancellation ends the run by the robot's result: a run completed before is COMPLETE", () => {
    const drive = run({ kind: 'NAVIGATION', plan: { areas: [] } as unknown as RunRow['plan'] });
    const empty = state({ ...finished, actions: [] });
    const cancelled = (outcome: 'DONE' | 'NOTHING_TO_CANCEL' | undefined) =>
      judgeState(drive, empty, 'STANDBY', { code: 'USER_CANCELED', outcome });
    expect(cancelled(undefined)).toBeUndefined();
    expect(cancelled('DONE')).toEqual({ to: 'INTERRUPTED', code: 'USER_CANCELED' });
    expect(cancelled('NOTHING_TO_CANCEL')?.to).toBe('COMPLETE');
  });
});

let seed = 99;
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((it) => ({ it, at: random(1e6) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ it }) => it);

describe('a run, for any sequence of messages', () => {
  it('makes only allowed transitions, and ends once', () => {
    const verdicts: Verdict[] = (
      ['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE', 'SUCCESS', 'INTERRUPTED', 'FAILED'] as RunState[]
    ).flatMap((to) => ['', 'ORDER_NOT_ACKNOWLEDGED', 'USER_CANCELED'].map((code) => ({ to, code })));
    for (let round = 0; round < 3000; round++) {
      let row = run({ state: 'WAITING', startedAt: null });
      for (let step = 0; step < 12; step++) {
        const verdict = verdicts[random(verdicts.length)] ?? { to: 'PAUSED', code: '' };
        const at = new Date(step * 1000).toISOString();
        const patch = move(row, verdict, at, true);
        if (patch?.state && patch.state !== row.state) {
          const isAllowed = (to: RunState) => runMayBecome(row.state, to, row.code);
          const reported = isOpenRun(row.state) && ['SUCCESS', 'COMPLETE'].includes(patch.state);
          const viaInProgress = isAllowed('IN_PROGRESS') && runMoves.IN_PROGRESS.includes(patch.state);
          expect(isAllowed(patch.state) || viaInProgress || reported, `${row.state} to ${patch.state}`).toBe(
            true,
          );
        }
        row = Object.assign({}, row, patch);
        const ended = !isOpenRun(row.state) || row.state === 'COMPLETE';
        expect(row.endedAt !== null).toBe(ended);
        expect(row.pausedAt !== null).toBe(row.state === 'PAUSED');
      }
    }
  });

  it('has the same timeline', () => {
    const phases = [
      'UNDOCKING',
      'HEADING_TO_AREA',
      'STARTING_PARTS',
      'CLEANING',
      'STOPPING_PARTS',
      'HEADING_TO_AREA',
      'CLEANING',
      'DOCKING',
    ];
    const entries = phases.map((phase, i) => ({ phase, at: new Date(i * 60_000).toISOString() }));
    for (let round = 0; round < 300; round++) {
      // Each entry arrives in order or after its successor, with repetitions of earlier ones in between.
      const messages = entries.flatMap((it, i) => {
        const next = entries[i + 1];
        const swapped = next && random(3) === 0 ? [next, it] : [it];
        return [...swapped, ...shuffled(entries.slice(0, i + 1)).slice(0, random(3))];
      });
      const timeline = messages.reduce<RunRow['phases']>(
        (merged, it) => withPhase(merged, it.phase, it.at),
        [],
      );
      expect(timeline).toEqual(entries);
    }
  });

  it('is not changed by a repeated old task message', () => {
    const task = (seq: number, taskState: string) =>
      ({ seq, state: taskState, code: '' }) as unknown as XTask;
    expect(judgeTask({ taskSeq: 5 }, task(5, 'IN_PROGRESS'))).toBeUndefined();
    expect(judgeTask({ taskSeq: 5 }, task(4, 'FAILED'))).toBeUndefined();
    expect(judgeTask({ taskSeq: 5 }, task(6, 'FAILED'))?.to).toBe('FAILED');
    expect(judgeTask({ taskSeq: 5 }, task(6, 'SOMETHING_NEW'))).toBeUndefined();
  });
});
