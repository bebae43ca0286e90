import { alarmActCalls, topics } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileStore } from '../platform/files/files.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { BrowserSocket } from '../test-kit/browser-socket.ts';
import { builders } from '../test-kit/builders/builders.ts';
import { startInstallation, type Installation } from '../test-kit/installation.ts';
import { people, type Person } from '../test-kit/people.ts';
import { sendOverHttp } from '../test-kit/send-over-http.ts';

const { mallAdmin, agentAdmin, otherAdmin } = people;
const { name } = topics.alarmActs;

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation(2);
});
afterAll(() => installation?.stop());

async function pageOf(url: string, { token }: Person) {
  const page = new BrowserSocket(`${url.replace('http', 'ws')}/service/ws/${token}`);
  expect(await page.opened).toBe(true);
  page.send({ subscribe: name });
  return page;
}

test('an act on an alarm at one server reaches the pages of the other, and no page of another company', async () => {
  const [first, second] = installation.servers.map(({ url }) => url) as [string, string];
  const { database, filesUrl } = installation;
  const { anAlarm } = builders(database.db, createFileStore(filesUrl), () => new Date());
  const pages = {
    own: await pageOf(second, mallAdmin),
    above: await pageOf(second, agentAdmin),
    other: await pageOf(second, otherAdmin),
  };
  const ids: string[] = [];
  // A subscription has no answer: acts follow until the pages hear of one.
  await eventually(async () => {
    const { id } = await anAlarm();
    ids.push(id);
    const alarms = [{ id, version: 1 }];
    const { data } = await sendOverHttp(first, alarmActCalls.acknowledge, mallAdmin, { alarms });
    expect(data.results).toMatchObject([{ id, done: true }]);
    return pages.own.count(name) > 0 && pages.above.count(name) > 0;
  }, 'a push of the other server');
  const frame = pages.own.received.find(({ topic }) => topic === name);
  const { changes } = frame!.content as { changes: { id: string }[] };
  expect(ids).toContain(changes[0]?.id);
  expect(pages.other.count(name)).toBe(0);
  for (const { socket } of Object.values(pages)) socket.close();
});
