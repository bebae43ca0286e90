import type { Diagnosis } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { aDiagnosis } from '../../../../test-kit/a-diagnosis.ts';
import { findingsOf, levelOf } from './figure-levels.ts';

test.each([
  ['cpuPct', 84, 'good'],
  ['cpuPct', 85, 'watch'],
  ['cpuPct', 95, 'bad'],
  ['diskFreeMb', 2_001, 'good'],
  ['diskFreeMb', 2_000, 'watch'],
  ['diskFreeMb', 500, 'bad'],
  ['rssiDbm', -60, 'good'],
  ['rssiDbm', -75, 'watch'],
  ['rssiDbm', -90, 'bad'],
] as const)('%s of %i is %s', (name, value, level) => expect(levelOf(name, value)).toBe(level));

const keysOf = (diagnosis: Diagnosis) => findingsOf(diagnosis).map(({ key }) => key);

test('a figure that is not known is no finding', () => {
  const { link } = aDiagnosis();
  const unknown = { ...link, rssiDbm: null, onlineShare: null };
  expect(keysOf(aDiagnosis({ link: unknown, computer: null, selfCheck: null }))).toEqual([]);
});

test('findings come in the order of their weight', () => {
  const { link, computer, selfCheck } = aDiagnosis();
  const diagnosis = aDiagnosis({
    link: { ...link, rssiDbm: -75 },
    computer: { ...computer!, diskFreeMb: 100, clockSynced: false, clockBehindMs: -45_000 },
    selfCheck: { ...selfCheck!, results: { MOTOR: 'OK', LIDAR: 'FAIL' } },
  });
  expect(keysOf(diagnosis)).toEqual(['diskFreeMb', 'clockMs', 'selfCheck', 'rssiDbm', 'clockUnsynced']);
});

test('of an offline robot the last signal says nothing', () => {
  const { link } = aDiagnosis();
  expect(keysOf(aDiagnosis({ link: { ...link, state: 'OFFLINE', rssiDbm: -95 } }))).toEqual(['offline']);
});
