import { allCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../test-kit/index.ts';
import { ownTestServer } from '../test-kit/test-server.ts';

const server = ownTestServer(
  {},
  { requestLimits: { callTurns: { maxRunning: 1, maxPathTurnMs: 1_000, maxWaiting: 2 } } },
);
const { list } = allCalls.devices;

test('an account with too many calls at once is refused some of them, and another account none', async () => {
  const own = Promise.all(Array.from({ length: 8 }, () => server.answerOf(list, people.reader, {})));
  const others = Promise.all(Array.from({ length: 2 }, () => server.answerOf(list, people.mallAdmin, {})));
  const statuses = (await own).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await others).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await server.answerOf(list, people.reader, {})).statusCode).toBe(200);
});
