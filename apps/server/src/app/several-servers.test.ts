import {
  authCalls,
  backgroundJobCalls,
  fileCalls,
  mapCalls,
  noticeCalls,
  serverCalls,
  topics,
  urlOf,
  type Output,
} from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unseenLive } from '../features/devices/devices/device-service.ts';
import { aDevice, eventually } from '../robots/test-kit/test-gateway.ts';
import { BrowserSocket } from '../test-kit/browser-socket.ts';
import { startInstallation, type Installation } from '../test-kit/installation.ts';
import { companyIds, people } from '../test-kit/people.ts';
import { sendOverHttp } from '../test-kit/send-over-http.ts';

const { mallAdmin, agentAdmin, superAdmin } = people;

let installation: Installation;
let first: string;
let second: string;
beforeAll(async () => {
  installation = await startInstallation(2, { TRUSTED_PROXIES: '1' });
  [first, second] = installation.servers.map(({ url }) => url) as [string, string];
});
afterAll(() => installation?.stop());

test('the picture of an upload to one server is shown by the other, to its uploader only', async () => {
  const form = new FormData();
  form.set('picture', new Blob(['P5\n2 2\n255\n', new Uint8Array([0, 254, 254, 205])]), 'm.pgm');
  form.set('yaml', new Blob(['image: m.pgm\nresolution: 0.1\norigin: [0, 0, 0]\n']), 'm.yaml');
  const headers = { authorization: mallAdmin.token };
  const answer = await fetch(`${first}${urlOf(mapCalls.preview)}`, { method: 'POST', headers, body: form });
  const { ground } = ((await answer.json()) as { data: Output<typeof mapCalls.preview> }).data;
  const read = (url: string, { token }: { token: string }) =>
    fetch(`${url}${urlOf(fileCalls.read).replace(':hash', ground.file)}`, {
      headers: { authorization: token },
    });
  const [here, there] = [await read(first, mallAdmin), await read(second, mallAdmin)];
  expect(there.headers.get('content-type')).toBe('image/png');
  expect(await there.bytes()).toEqual(await here.bytes());
  expect((await read(second, agentAdmin)).headers.get('content-type')).toMatch('application/json');
});

test('an outage that begins at the owner of a robot and ends at its next owner has two notices, each once', async () => {
  const { deviceId: id } = await aDevice(installation.database.db, companyIds.mall);
  const setState = (state: string, reason: string, minutesAgo: number) => {
    const live = JSON.stringify({
      ...unseenLive(id),
      connection: { ...unseenLive(id).connection, state, reason },
    });
    return installation.database.asOwner(
      (sql) => sql`insert into device_live (id, company_id, state, since, live, session, revision)
        values (${id}, ${companyIds.mall}, ${state}, now() - ${`${minutesAgo} minutes`}::interval, ${live}::text::jsonb, 1, 1)
        on conflict (id) do update set state = excluded.state, since = excluded.since, live = excluded.live`,
    );
  };
  const templates = async () => {
    for (const url of [first, second])
      await sendOverHttp(url, backgroundJobCalls.runNow, superAdmin, { name: 'notices.outages' });
    const { data } = await sendOverHttp(second, noticeCalls.deviceList, mallAdmin, {});
    return data.list.map(({ content }) => (/back/.test(content) ? 'back' : 'offline'));
  };
  await setState('OFFLINE', 'BROKEN', 20);
  await eventually(async () => (await templates()).length === 1, 'the notice of the outage');
  await setState('ONLINE', '', 0);
  await eventually(async () => (await templates()).length > 1, 'the notice of its end');
  expect(await templates()).toEqual(['back', 'offline']);
});

test('the browsers of a drained server move, and those of the other one stay', async () => {
  const pages: BrowserSocket[] = [];
  for (const url of [first, second]) {
    const { ticket } = (await sendOverHttp(url, authCalls.socketTicket, mallAdmin, {})).data;
    const page = new BrowserSocket(`${url.replace('http', 'ws')}/service/ws/${ticket}`);
    expect(await page.opened).toBe(true);
    pages.push(page);
  }
  const moves = () => pages.map((page) => page.count(topics.moving.name) > 0);
  const { servers } = (await sendOverHttp(first, serverCalls.list, superAdmin, {})).data;
  // Both run in this process; the one that has moved its browsers is the drained one.
  const drained = servers[0]!;
  await sendOverHttp(first, serverCalls.drain, superAdmin, { id: drained.id });
  await eventually(() => moves().includes(true), 'the message of the drained server');
  expect(moves().filter(Boolean)).toHaveLength(1);
  await sendOverHttp(second, serverCalls.resume, superAdmin, { id: drained.id });
  for (const page of pages) page.socket.close();
});
