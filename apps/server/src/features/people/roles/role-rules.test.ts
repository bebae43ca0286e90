import { allCodes, everything, grants, inTreeOrder, pageAbove, permissions } from '@sweepline/contract';
import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../../platform/calls/ctx.ts';
import { changeOf, codesAfter, driftOf } from './role-rules.ts';

/** Pseudo-random numbers, the same in every run (mulberry32). */
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

const refusedCodes = (work: () => unknown) => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as Refusal).details.fields?.['permissions']?.params['codes'];
  }
};

test('a role with the code of a J30 page gets the page that leads to it', () => {
  const all = new Set<string>([everything]);
  const { deviceDetailJ30, taskJ30, reportJ30, mapJ30, deviceList, taskList, reportList, mapList } =
    permissions;
  const codes = codesAfter(all, [], [deviceDetailJ30, taskJ30, reportJ30, mapJ30]);
  expect(codes).toEqual(expect.arrayContaining([deviceList, taskList, reportList, mapList]));
});

test('a save neither adds nor removes codes that the caller lacks', () => {
  const random = seeded(20_301_122);
  let [saved, refused] = [0, 0];
  for (let round = 0; round < 4_000; round++) {
    const granted = new Set(pick(random, random(), 0.05));
    const before = inTreeOrder(pick(random, random() * 0.6, 0.1));
    // Half of the edits keep the codes that the caller lacks, so that many are saved.
    const careful = random() < 0.5;
    const requested = pick(random, random() * 0.6, 0.1).filter((code) => !careful || grants(granted, code));
    if (careful) requested.push(...before.filter((code) => !grants(granted, code)));
    const attempt = () => codesAfter(granted, before, requested);
    if (refusedCodes(attempt) !== undefined) {
      refused++;
      continue;
    }
    saved++;
    const after = attempt();
    const [had, has] = [new Set(before), new Set(after)];
    const wrong = {
      gained: after.filter((code) => !grants(granted, code) && !had.has(code)),
      lost: before.filter((code) => !grants(granted, code) && !has.has(code)),
      dropped: requested.filter((code) => !has.has(code)),
      withoutItsPage: allCodes.filter((code) => has.has(code) && !has.has(pageAbove(code) ?? code)),
    };
    expect(wrong, `round ${round}`).toEqual({ gained: [], lost: [], dropped: [], withoutItsPage: [] });
    expect(codesAfter(granted, after, after)).toEqual(after);
  }
  expect(Math.min(saved, refused)).toBeGreaterThan(200);
});

test('an action is refused with the code of its page when the caller lacks the page', () => {
  const granted = new Set([permissions.deviceOperate]);
  expect(refusedCodes(() => codesAfter(granted, [], [permissions.deviceOperate]))).toBe(
    permissions.deviceList,
  );
});

describe('a copy and its default role', () => {
  const { home, ota, files, workOrders } = permissions;

  test.each([
    { copy: [home], base: [home], origin: [home], drift: 'SAME' },
    { copy: [home], base: [home], origin: [home, ota], drift: 'BEHIND' },
    { copy: [home, files], base: [home], origin: [home], drift: 'CHANGED' },
    { copy: [home, files], base: [home], origin: [home, ota], drift: 'BOTH' },
    { copy: [home, ota], base: [home], origin: [home, ota], drift: 'SAME' },
  ])('$copy of $origin with the base $base is $drift', ({ copy, base, origin, drift }) => {
    expect(driftOf(copy, base, origin)).toBe(drift);
  });

  test('changes of the default role are applied, and changes of the company stay', () => {
    const change = changeOf([home, files], [home, workOrders], [ota, workOrders]);
    expect(change).toEqual({ gains: [ota], losses: [home], after: inTreeOrder([files, ota]) });
  });

  test('a copy with `*` gains nothing, unless `*` is removed and replaced by codes', () => {
    expect(changeOf([everything], [], [home])).toMatchObject({ gains: [], losses: [] });
    expect(changeOf([everything], [everything], [home])).toEqual({
      gains: [home],
      losses: [everything],
      after: [home],
    });
  });
});
