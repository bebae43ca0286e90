import { otaPlan } from '@sweepline/contract';
import { expect, test } from 'vitest';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import { createPreviewCache } from './preview-cache.ts';
import type { Target } from './target-plan.ts';

/** A cache for five robots, used by one account. */
function aCache() {
  const cache = createPreviewCache(5);
  const now = () => new Date('2030-01-01T00:00:00Z');
  const ctx = { db: { scopeText: '*' }, account: { id: 'one' }, now } as Pick<Ctx, 'db' | 'account' | 'now'>;
  const planOf = (name: string) =>
    otaPlan.parse({
      name,
      packageId: '0190d000-0000-7000-9100-000000000001',
      deadline: '2030-02-01T00:00:00Z',
      stages: [{ upToPct: 100 }],
    });
  const device = { id: 'x', sn: 'x', nickname: 'x' };
  const target = {
    device,
    version: null,
    verdict: 'UPDATES',
    way: [],
    place: undefined,
  } as unknown as Target;
  return {
    put: (name: string, robots: number) =>
      cache.put(
        ctx,
        planOf(name),
        Array.from({ length: robots }, () => target),
      ),
    sizeOf: (name: string) => cache.find(ctx, planOf(name))?.length,
  };
}

test('the oldest previews go when there are too many robots in all', () => {
  const { put, sizeOf } = aCache();
  put('first', 2);
  put('second', 2);
  put('third', 3);
  expect([sizeOf('first'), sizeOf('second'), sizeOf('third')]).toEqual([undefined, 2, 3]);
});

test('a preview again takes the place of the former one', () => {
  const { put, sizeOf } = aCache();
  put('first', 4);
  put('first', 3);
  put('second', 2);
  expect([sizeOf('first'), sizeOf('second')]).toEqual([3, 2]);
});

test('a preview of too many robots is answered, and neither stored nor in the place of others', () => {
  const { put, sizeOf } = aCache();
  put('small', 1);
  expect(put('large', 6)).toHaveLength(6);
  expect([sizeOf('large'), sizeOf('small')]).toEqual([undefined, 1]);
  put('next', 5);
  expect([sizeOf('next'), sizeOf('small')]).toEqual([5, undefined]);
});
