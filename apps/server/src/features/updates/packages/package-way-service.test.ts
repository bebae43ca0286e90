import { compareOtaVersions } from '@sweepline/contract/robot';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findWay, type WayStep } from './package-way-service.ts';

const step = (version: string, fromVersions: string[] = [], needs: WayStep['needs'] = []): WayStep => ({
  pkgType: 'HMI',
  version,
  fromVersions,
  needs,
});
const versionsOf = (way: WayStep[] | undefined) => way?.map(({ version }) => version);

describe('findWay', () => {
  test('goes over the version that a package starts from', () => {
    const packages = [step('2'), step('3', ['2'])];
    expect(versionsOf(findWay(packages, { from: '1', to: '3' }))).toEqual(['2', '3']);
    expect(versionsOf(findWay(packages, { from: '2', to: '3' }))).toEqual(['3']);
  });

  test('takes the direct way where there is one, and no step where the version is installed', () => {
    const packages = [step('2'), step('3')];
    expect(versionsOf(findWay(packages, { from: '1', to: '3' }))).toEqual(['3']);
    expect(findWay(packages, { from: '3.0', to: '3' })).toEqual([]);
  });

  test('finds no way without the step between, and none downwards', () => {
    expect(findWay([step('3', ['2'])], { from: '1', to: '3' })).toBeUndefined();
    expect(findWay([step('1')], { from: '2', to: '1' })).toBeUndefined();
  });

  test('a step whose needs another part does not meet is left out; an unknown part meets them', () => {
    const packages = [step('2', [], [{ pkgType: 'ROBOT', version: '3.4' }])];
    const way = (robot?: string) =>
      findWay(packages, { from: '1', to: '2', parts: robot === undefined ? {} : { ROBOT: robot } });
    expect(way('3.3')).toBeUndefined();
    expect(versionsOf(way('3.10'))).toEqual(['2']);
    expect(versionsOf(way())).toEqual(['2']);
  });

  const version = fc.integer({ min: 1, max: 8 }).map(String);
  const packages = fc.uniqueArray(
    fc.record({
      pkgType: fc.constant('ROBOT' as const),
      version,
      fromVersions: fc.uniqueArray(version, { maxLength: 3 }),
      needs: fc.constant<WayStep['needs']>([]),
    }),
    { selector: (it) => it.version, maxLength: 8 },
  );

  /** The versions that any sequence of steps reaches, by trying all of them. */
  const reachable = (all: readonly WayStep[], from: string): Set<string> => {
    const found = new Set([from]);
    for (const at of found)
      for (const it of all)
        if (
          compareOtaVersions(it.version, at) > 0 &&
          (it.fromVersions.length === 0 || it.fromVersions.includes(at))
        )
          found.add(it.version);
    return found;
  };

  test('each step goes up and starts from the version before, and the last one is the goal', () => {
    fc.assert(
      fc.property(packages, version, version, (all, from, to) => {
        const way = findWay(all, { from, to });
        let at = from;
        for (const it of way ?? []) {
          expect(compareOtaVersions(it.version, at)).toBe(1);
          expect(it.fromVersions.length === 0 || it.fromVersions.includes(at)).toBe(true);
          at = it.version;
        }
        if (way) expect(at).toBe(to);
      }),
    );
  });

  test('finds a way whenever there is one, whatever the order of the packages, and no shorter one exists', () => {
    fc.assert(
      fc.property(packages, version, version, (all, from, to) => {
        const way = findWay(all, { from, to });
        expect(way !== undefined).toBe(reachable(all, from).has(to));
        expect(versionsOf(findWay(all.toReversed(), { from, to }))).toEqual(versionsOf(way));
        if (!way || way.length < 2) return;
        const between = all.filter(({ version: one }) => one !== to && compareOtaVersions(one, to) < 0);
        const direct = all.find((it) => it.version === to);
        expect(direct?.fromVersions).not.toContain(from);
        expect(between.length).toBeGreaterThanOrEqual(way.length - 1);
      }),
    );
  });
});
