import { greyPng } from '@sweepline/map-core/test-kit/png';
import { expect, test } from 'vitest';
import { inThread } from './map-thread.ts';

const png = greyPng(2, 1, Uint8Array.of(0, 254));

test('a job in the queue is done when the job before it fails', async () => {
  const first = inThread('read', { png: Uint8Array.of(1, 2, 3) });
  const second = inThread('read', { png });
  await expect(first).rejects.toThrow();
  expect([...(await second)]).toEqual([0, 254]);
});
