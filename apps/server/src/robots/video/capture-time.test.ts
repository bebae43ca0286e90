import { expect, test } from 'vitest';
import { serverTimeOf } from './capture-time.ts';

const arrivedMs = Date.UTC(2030, 0, 1, 12);

test.each([
  ['the server’s time stays as it is', arrivedMs - 300, 0, arrivedMs - 300],
  [
    'the server’s time of a robot with a wrong clock stays as it is',
    arrivedMs - 300,
    -600_000,
    arrivedMs - 300,
  ],
  ['the time of a clock that is behind is put right', arrivedMs - 60_300, 60_000, arrivedMs - 300],
  ['the time of a clock that is ahead is put right', arrivedMs + 59_700, -60_000, arrivedMs - 300],
  ['a late picture of a robot with a right clock stays late', arrivedMs - 1_800, 1_500, arrivedMs - 1_800],
  ['no picture is from the future', arrivedMs + 400, 0, arrivedMs],
])('%s', (_what, capturedMs, skewMs, expected) => {
  expect(serverTimeOf(capturedMs, arrivedMs, skewMs)).toBe(expected);
});
