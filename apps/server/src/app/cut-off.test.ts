import { topics } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inScope } from '../platform/db/db.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { BrowserSocket } from '../test-kit/browser-socket.ts';
import { startInstallation, type Installation } from '../test-kit/installation.ts';
import { people } from '../test-kit/people.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation(2);
});
afterAll(() => installation?.stop());

const readiness = async (n: number) => {
  const answer = await fetch(`${installation.servers[n]!.url}/ready`);
  return `${answer.status} ${await answer.text()}`;
};
/** Whether some server has reached the broker for so long that it may take the robots of another one. */
const isReached = async () => {
  const rows = await inScope(installation.database.db, '*', (tx) =>
    tx.raw(`select from servers where (figures->>'brokerMs')::int > 9000`),
  );
  return rows.length > 0;
};

test('a server that alone is cut off from the broker gets no new requests, and sends its browsers to others', async () => {
  const address = installation.servers[1]!.url.replace('http', 'ws');
  const page = new BrowserSocket(`${address}/service/ws/${people.mallAdmin.token}`);
  expect(await page.opened).toBe(true);
  await eventually(isReached, 'the broker to be reached for a while', 20_000);
  expect([await readiness(0), await readiness(1)]).toEqual(['200 ready', '200 ready']);
  const [, network] = installation.networks;
  network!.cut();
  await eventually(async () => (await readiness(1)) === '503 the broker is away', 'the cut', 20_000);
  await eventually(() => page.count(topics.moving.name) > 0, 'the page to be sent away');
  expect(await readiness(0)).toBe('200 ready');
  network!.mend();
  await eventually(async () => (await readiness(1)) === '200 ready', 'the end of the cut', 20_000);
  page.socket.close();
});
