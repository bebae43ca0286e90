import { expect, test } from 'vitest';
import { testServer } from '../../../test-kit/test-server.ts';
import { createDayQuotas } from './day-quota.ts';

const server = testServer();

/** Two servers of one installation: each has leases of its own from the same row. */
const twoServers = () =>
  [1, 2].map(() =>
    createDayQuotas(server.db, server.clock, (error) => {
      throw error;
    }),
  );

test('two servers together never exceed a quota, and grant all of it when asked again', async () => {
  const user = await server.anApiUser({ callsPerDay: 250 });
  const quotas = twoServers();
  const takeAll = async (count: number) => {
    const uses = Array.from({ length: count }, (_, n) => quotas[n % 2]!.take(user, 'read'));
    return (await Promise.all(uses)).filter(({ isAllowed }) => isAllowed).length;
  };
  const first = await takeAll(100);
  expect(first).toBe(100);
  const second = await takeAll(300);
  expect(first + second).toBeLessThanOrEqual(250);
  await Promise.all(quotas.map((quota) => quota.stop()));
  const third = await takeAll(20);
  expect(first + second + third).toBe(250);
  await Promise.all(quotas.map((quota) => quota.stop()));
  const [row] = await server.asOwner((sql) => sql`select taken, used from api_usage`);
  expect(row).toEqual({ taken: 250, used: 250 });
});

test('each group has a quota of its own', async () => {
  const user = await server.anApiUser({ callsPerDay: 1 });
  const [quota] = twoServers();
  expect(await quota!.take(user, 'read')).toMatchObject({ isAllowed: true, left: 0 });
  expect(await quota!.take(user, 'read')).toMatchObject({ isAllowed: false });
  expect(await quota!.take(user, 'operate')).toMatchObject({ isAllowed: true });
  await quota!.stop();
});
