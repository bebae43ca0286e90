import { verificationDays, verificationHours } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verdictOf, type VerificationFacts } from './verification-rules.ts';

const hourMs = 3_600_000;
const resolvedAt = 1_000 * hourMs;
const at = (hours: number) => resolvedAt + hours * hourMs;
const run = (from: number, to: number, isSuccess = true) => ({
  startedAt: at(from),
  endedAt: at(to),
  isSuccess,
});
const online = (from: number, to: number | null) => ({
  from: at(from),
  to: to === null ? null : at(to),
  isOnline: true,
});
const facts = (more: Partial<VerificationFacts> = {}): VerificationFacts => ({
  resolvedAt,
  isHere: true,
  raises: [],
  clears: [],
  connection: [online(-5, null)],
  runs: [run(2, 3)],
  ...more,
});
const verdict = (more: Partial<VerificationFacts>, hours: number) => verdictOf(facts(more), at(hours));

test('a fix is verified when the robot was online for its hours and a run ended well, whichever is later', () => {
  expect(verdict({}, verificationHours - 0.1)).toEqual({ kind: 'WAIT' });
  expect(verdict({}, verificationHours)).toEqual({ kind: 'VERIFIED', at: at(verificationHours) });
  expect(verdict({ runs: [run(40, 41)] }, 50)).toEqual({ kind: 'VERIFIED', at: at(41) });
  expect(verdict({ runs: [run(40, 41, false)] }, 50)).toEqual({ kind: 'WAIT' });
  expect(verdict({ runs: [run(30, 31, false), run(40, 41)] }, 50)).toMatchObject({ kind: 'VERIFIED' });
  // A run that began before the repair proves nothing.
  expect(verdict({ runs: [run(-1, 3)] }, 50)).toEqual({ kind: 'WAIT' });
});

test('only time online counts', () => {
  const connection = [online(-5, 10), { from: at(10), to: at(20), isOnline: false }, online(20, null)];
  expect(verdict({ connection }, 33)).toEqual({ kind: 'WAIT' });
  expect(verdict({ connection }, 40)).toEqual({ kind: 'VERIFIED', at: at(34) });
});

test('a cause that comes back before the proof is a failure, and after it a new fault', () => {
  expect(verdict({ raises: [at(5)] }, 5)).toEqual({ kind: 'FAILED', at: at(5) });
  expect(verdict({ raises: [at(23)] }, 100)).toEqual({ kind: 'FAILED', at: at(23) });
  expect(verdict({ raises: [at(25)] }, 100)).toEqual({ kind: 'VERIFIED', at: at(24) });
  // The raise that led to the order is not a relapse.
  expect(verdict({ raises: [at(-2), at(0)] }, 100)).toMatchObject({ kind: 'VERIFIED' });
});

test('while an alarm of the code stands nothing is verified, and the time counts from its end', () => {
  expect(verdict({ clears: [null] }, 100)).toEqual({ kind: 'WAIT' });
  expect(verdict({ clears: [at(10)], runs: [run(2, 3)] }, 100)).toEqual({ kind: 'WAIT' });
  expect(verdict({ clears: [at(10)], runs: [run(11, 12)] }, 100)).toEqual({ kind: 'VERIFIED', at: at(34) });
});

test('a robot that left, or that gives no proof in time, cannot verify a fix', () => {
  const late = verificationDays * 24;
  const left = { isHere: false, runs: [] };
  expect(verdict(left, 10)).toEqual({ kind: 'NOT_POSSIBLE', obstacle: 'ROBOT_LEFT' });
  expect(verdict({ isHere: false }, 30)).toMatchObject({ kind: 'VERIFIED' });
  expect(verdict({ isHere: false, raises: [at(1)] }, 30)).toMatchObject({ kind: 'FAILED' });
  expect(verdict({ runs: [] }, late - 1)).toEqual({ kind: 'WAIT' });
  expect(verdict({ runs: [] }, late)).toEqual({ kind: 'NOT_POSSIBLE', obstacle: 'NOT_HEARD' });
  expect(verdict({ runs: [], raises: [at(late + 1)] }, late + 2)).toMatchObject({ kind: 'NOT_POSSIBLE' });
});

const hours = fc.integer({ min: -10, max: verificationDays * 24 + 100 });
const pair = fc.tuple(hours, fc.integer({ min: 0, max: 60 }));
const histories = fc.record({
  raises: fc.array(hours, { maxLength: 4 }),
  spans: fc.array(pair, { maxLength: 8 }),
  runs: fc.array(fc.tuple(pair, fc.boolean()), { maxLength: 6 }),
});

/** The facts that are known at a moment: nothing that happens later. */
function knownAt(
  { raises, spans, runs }: typeof histories extends fc.Arbitrary<infer T> ? T : never,
  now: number,
) {
  const began = spans.filter(([from]) => from <= now);
  return facts({
    raises: raises.filter((each) => each <= now).map(at),
    connection: began.map(([from, length]) => online(from, from + length <= now ? from + length : null)),
    runs: runs
      .filter(([[from, length]]) => from + length <= now)
      .map(([[from, length], ok]) => run(from, from + length, ok)),
  });
}

test('what a fix was found to be does not depend on when the job looks', () => {
  fc.assert(
    fc.property(histories, hours, hours, (history, one, other) => {
      const [early, late] = [Math.max(0, Math.min(one, other)), Math.max(0, one, other)];
      const first = verdictOf(knownAt(history, early), at(early));
      if (first.kind === 'WAIT') return;
      expect(verdictOf(knownAt(history, late), at(late))).toEqual(first);
    }),
    { numRuns: 2_000 },
  );
});

test('a verified fix has its hours online and a good run before any raise', () => {
  fc.assert(
    fc.property(histories, hours, (history, now) => {
      const known = knownAt(history, now);
      const found = verdictOf(known, at(now));
      if (found.kind !== 'VERIFIED') return;
      expect(found.at).toBeGreaterThanOrEqual(at(verificationHours));
      expect(known.runs.some(({ endedAt, isSuccess }) => isSuccess && endedAt <= found.at)).toBe(true);
      expect(known.raises.every((each) => each <= resolvedAt || each > found.at)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
