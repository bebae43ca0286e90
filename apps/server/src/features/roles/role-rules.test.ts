import { allCodes, everything, grants, inTreeOrder, pageOfAction, permissions } from '@sweepline/contract';
import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../platform/calls/ctx.ts';
import { changeOf, codesAfter, driftOf } from './role-rules.ts';

/** Numbers that look random and are the same in every run (mulberry32). */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = (random: () => number, share: number, wild: number): string[] => [
  ...allCodes.filter(() => random() < share),
  ...(random() < wild ? [everything] : []),
];

const refusedCodes = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as Refusal).details.fields?.['permissions'];
  }
};

test('whatever is saved over whatever by whomever: a role gains nothing its saver lacks, and loses nothing they could not give back', () => {
  const random = seeded(20_301_122);
  let [saved, refused] = [0, 0];
  for (let round = 0; round < 4_000; round++) {
    const held = new Set(pick(random, random(), 0.05));
    const before = inTreeOrder(pick(random, random() * 0.6, 0.1));
    // Half of the edits leave alone what the editor lacks, so that many are saved.
    const careful = random() < 0.5;
    const wanted = pick(random, random() * 0.6, 0.1).filter((code) => !careful || grants(held, code));
    if (careful) wanted.push(...before.filter((code) => !grants(held, code)));
    const attempt = () => codesAfter(held, before, wanted);
    if (refusedCodes(attempt) !== undefined) {
      refused++;
      continue;
    }
    saved++;
    const after = attempt();
    const [had, has] = [new Set(before), new Set(after)];
    const wrong = {
      gained: after.filter((code) => !grants(held, code) && !had.has(code)),
      lost: before.filter((code) => !grants(held, code) && !has.has(code)),
      forgotten: wanted.filter((code) => !has.has(code)),
      withoutItsPage: allCodes.filter((code) => has.has(code) && !has.has(pageOfAction(code) ?? code)),
    };
    expect(wrong, `round ${round}`).toEqual({ gained: [], lost: [], forgotten: [], withoutItsPage: [] });
    expect(codesAfter(held, after, after)).toEqual(after);
  }
  expect(Math.min(saved, refused)).toBeGreaterThan(200);
});

test('an action whose page its maker lacks is refused, and the page is named', () => {
  const held = new Set([permissions.deviceOperate]);
  expect(refusedCodes(() => codesAfter(held, [], [permissions.deviceOperate]))).toBe(permissions.deviceList);
});

describe('a copy and its default role', () => {
  const { home, ota, files, workOrders } = permissions;

  test.each([
    { copy: [home], taken: [home], origin: [home], drift: 'SAME' },
    { copy: [home], taken: [home], origin: [home, ota], drift: 'BEHIND' },
    { copy: [home, files], taken: [home], origin: [home], drift: 'CHANGED' },
    { copy: [home, files], taken: [home], origin: [home, ota], drift: 'BOTH' },
    { copy: [home, ota], taken: [home], origin: [home, ota], drift: 'SAME' },
  ])('$copy of $origin, of which it took $taken, is $drift', ({ copy, taken, origin, drift }) => {
    expect(driftOf(copy, taken, origin)).toBe(drift);
  });

  test('what changed in the default role is applied, and what the company changed stays', () => {
    const change = changeOf([home, files], [home, workOrders], [ota, workOrders]);
    expect(change).toEqual({ gains: [ota], losses: [home], after: inTreeOrder([files, ota]) });
  });

  test('who holds everything gains nothing, until everything is taken and the codes come in its place', () => {
    expect(changeOf([everything], [], [home])).toMatchObject({ gains: [], losses: [] });
    expect(changeOf([everything], [everything], [home])).toEqual({
      gains: [home],
      losses: [everything],
      after: [home],
    });
  });
});
