import { expect, test } from 'vitest';
import { isSettled, moveOf, nextAfter, type AlarmState } from './escalation-rules.ts';
import { quietUntil } from './quiet-rules.ts';

const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString();
const ms = (minute: number) => Date.parse(at(minute));
const open: AlarmState = {
  effectiveLevel: 4,
  clearedAt: null,
  acknowledgedAt: null,
  processedAt: null,
  shelvedUntil: null,
};
const step = (afterMinutes: number) => ({ afterMinutes, targets: [], channels: [] });
const policy = { steps: [step(5), step(30)], remindMinutes: 10, processFromLevel: null };
const telling = (more: object = {}) => ({ step: 1, repetition: 0, startedAt: at(0), nextAt: at(5), ...more });
const fresh = telling({ step: 0, startedAt: null, nextAt: at(0) });

test('a telling begins with the first step, and each step of the policy follows after its minutes', () => {
  expect(moveOf(fresh, open, policy, ms(0))).toEqual({ kind: 'TELL', step: 1, repetition: 0 });
  expect(moveOf(telling(), open, policy, ms(5))).toEqual({ kind: 'TELL', step: 2, repetition: 0 });
  expect(moveOf(telling({ step: 2, nextAt: at(30) }), open, policy, ms(30))).toMatchObject({ step: 3 });
});

test('between the steps it reminds of the present one, and after the last one goes on to remind', () => {
  expect(nextAfter({ step: 2, startedAt: at(0) }, policy, ms(5))).toBe(ms(15));
  expect(moveOf(telling({ step: 2, nextAt: at(15) }), open, policy, ms(15))).toEqual({
    kind: 'TELL',
    step: 2,
    repetition: 1,
  });
  expect(nextAfter({ step: 3, startedAt: at(0) }, policy, ms(40))).toBe(ms(50));
});

test('after a jump of the clock each step is told once, and missed reminders are not', () => {
  const moves = [];
  let state = { step: 0, repetition: 0, startedAt: null as string | null, nextAt: at(0) as string | null };
  for (const minute of [0, 600, 600, 600, 600]) {
    const move = moveOf(state, open, policy, ms(minute));
    if (move.kind !== 'TELL' || state.nextAt === null || Date.parse(state.nextAt) > ms(minute)) break;
    moves.push(`${move.step}.${move.repetition}`);
    const startedAt = state.startedAt ?? at(minute);
    const next = nextAfter({ step: move.step, startedAt }, policy, ms(minute));
    state = { ...move, startedAt, nextAt: next === undefined ? null : new Date(next).toISOString() };
  }
  expect(moves).toEqual(['1.0', '2.0', '3.0']);
});

test('a telling without a policy ends after its first step', () => {
  expect(nextAfter({ step: 1, startedAt: at(0) }, undefined, ms(0))).toBeUndefined();
  expect(moveOf(telling(), open, undefined, ms(5))).toEqual({ kind: 'END' });
});

test.each(['acknowledgedAt', 'processedAt', 'clearedAt'] as const)('%s ends a telling', (field) => {
  expect(moveOf(telling(), { ...open, [field]: at(1) }, policy, ms(5))).toEqual({ kind: 'END' });
});

test('from the level at which a policy demands a result, only that ends a telling', () => {
  const strict = { ...policy, processFromLevel: 4 };
  expect(isSettled({ ...open, acknowledgedAt: at(1), clearedAt: at(1) }, strict)).toBe(false);
  expect(isSettled({ ...open, processedAt: at(1) }, strict)).toBe(true);
  expect(isSettled({ ...open, effectiveLevel: 3, acknowledgedAt: at(1) }, strict)).toBe(true);
});

test('a shelved alarm waits for the end of its shelf and begins again', () => {
  const shelved = { ...open, shelvedUntil: at(90) };
  expect(moveOf(telling(), shelved, policy, ms(5))).toEqual({ kind: 'RESTART_AFTER', untilMs: ms(90) });
  expect(moveOf(telling(), shelved, policy, ms(90))).toMatchObject({ kind: 'TELL' });
});

test('quiet hours end in the zone of the person, across midnight, and a level breaks through', () => {
  const profile = { quiet: { from: '22:00', to: '06:00', level: 5 }, timezone: 'Europe/Berlin' };
  const until = (time: string, level = 4) => {
    const end = quietUntil(profile, level, Date.parse(time));
    return end === undefined ? undefined : new Date(end).toISOString();
  };
  expect(until('2030-01-01T20:59:00.000Z')).toBeUndefined();
  expect(until('2030-01-01T21:00:00.000Z')).toBe('2030-01-02T05:00:00.000Z');
  expect(until('2030-01-02T04:59:00.000Z')).toBe('2030-01-02T05:00:00.000Z');
  expect(until('2030-01-02T05:00:00.000Z')).toBeUndefined();
  expect(until('2030-01-01T23:00:00.000Z', 5)).toBeUndefined();
  expect(quietUntil({}, 1, 0)).toBeUndefined();
});
