import { expect, test } from 'vitest';
import { clusterTiming } from './cluster-options.ts';
import { createSilenceWatch } from './silence-watch.ts';

const timing = { ...clusterTiming, beatsWithoutLock: 3, beatsWithoutSign: 5 };
const identity = { id: 'other', name: 'other', version: '1', roles: [] };
const server = { ...identity, isLeaving: false, isDraining: false, brokerMs: 0 };

/** The beat at which the other server counts as ended; undefined if it does not within ten beats. */
async function beatOfEnd({ isLockFree, seenAt }: { isLockFree: boolean; seenAt: (beat: number) => number }) {
  const watch = createSilenceWatch(timing, async () => isLockFree);
  for (let beat = 0; beat < 10; beat += 1) {
    const silent = await watch.silentAmong([{ ...server, seenAt: `${seenAt(beat)}` }]);
    if (silent.length > 0) return beat;
  }
  return undefined;
}

test('a server that gives signs does not end, whether its lock is free or not', async () => {
  const seenAt = (beat: number) => beat;
  expect(await beatOfEnd({ isLockFree: true, seenAt })).toBeUndefined();
  expect(await beatOfEnd({ isLockFree: false, seenAt })).toBeUndefined();
});

test('a server without a sign ends after three beats if its lock is free, and after five if it is paused', async () => {
  const seenAt = () => 0;
  expect(await beatOfEnd({ isLockFree: true, seenAt })).toBe(3);
  expect(await beatOfEnd({ isLockFree: false, seenAt })).toBe(5);
});

test('a sign starts the count again', async () => {
  const seenAt = (beat: number) => Math.floor(beat / 3);
  expect(await beatOfEnd({ isLockFree: true, seenAt })).toBeUndefined();
});
