import { beforeEach, describe, expect, test } from 'vitest';
import { companyIds, password, people, type Person } from '../test-kit/index.ts';
import { ownTestServer } from '../test-kit/test-server.ts';

/**
 * Calls whose verbs, paths, fields and codes are published. They are written out here instead of taken from the contract, so that
 * a rename in the contract fails a test.
 */
const server = ownTestServer();
beforeEach(() => server.clock.advance(60_000));

const admin = people.superAdmin;

async function ask(method: 'GET' | 'POST', path: string, who: Person | null, payload?: object) {
  const answer = await server.app.inject({
    method,
    url: `/api/${path}`,
    headers: { lang: 'en', ...(who && { authorization: who.token }) },
    ...(method === 'POST' && { payload: payload ?? {} }),
  });
  expect(answer.statusCode, path).toBe(200);
  return answer.json<{ code: number; msg: unknown; data: never }>();
}
/** The data of a call that must succeed, in an envelope of three fields. */
async function dataOf(...request: Parameters<typeof ask>): Promise<Record<string, never>> {
  const answer = await ask(...request);
  expect(answer, request[1]).toEqual({ code: 200, msg: expect.any(String), data: answer.data });
  return answer.data;
}
const form = async (fields: Record<string, string>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const encoded = new Response(body);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { headers, payload: Buffer.from(await encoded.arrayBuffer()) };
};
const logIn = async (fields: Record<string, string>) => {
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/login', ...(await form(fields)) });
  return answer.json<{ code: number; data: Record<string, never> }>();
};
const newAccount = async () => {
  const { id: roleId } = await server.aRole({ companyId: companyIds.mall });
  return { companyId: companyIds.mall, username: 'li.wei', nickname: 'Li Wei', roleId };
};

describe('sessions', () => {
  test('a login is a form and returns the account, its permissions and the session', async () => {
    await server.asOwner((sql) => sql`delete from sessions`);
    const { code, data } = await logIn({ username: 'mallAdmin', password });
    expect(code).toBe(200);
    expect(data).toMatchObject({
      userId: people.mallAdmin.id,
      username: 'mallAdmin',
      session: expect.any(String),
      roleType: 2,
      companyType: 1,
      companyFeature: 0,
      authorities: expect.arrayContaining([{ authority: 'M200002' }]),
      permissions: expect.arrayContaining([
        { code: expect.stringMatching(/^M\d{6}$/), childNodes: expect.any(Array) },
      ]),
      images: { menu: null },
    });
    const who = { ...people.mallAdmin, token: data['session'] ?? '' };
    expect(await dataOf('GET', 'auth/login/check/success', who)).toEqual(data);
    expect(await dataOf('POST', 'auth/logout', who)).toEqual({});
    expect(await ask('GET', 'auth/login/check/success', who)).toMatchObject({ code: 20004, data: null });
  });

  test('a second login requires a confirmation, and the ended session gets 20005', async () => {
    const { data } = await logIn({ username: 'mallAdmin', password });
    expect(data).toMatchObject({ needConfirm: true, confirmToken: expect.any(String) });
    const { confirmToken } = data;
    const second = await dataOf('POST', 'auth/login/confirm', null, { confirmToken });
    expect(second).toMatchObject({ username: 'mallAdmin', session: expect.any(String) });
    expect(await ask('POST', 'auth/logout', people.mallAdmin)).toMatchObject({ code: 20005 });
  });

  test('a password is changed with the original password and the account’s id', async () => {
    const changed = { originPassword: password, password: 'another horse battery', userId: admin.id };
    expect(await dataOf('POST', 'auth/user/pw/change', admin, changed)).toEqual({});
    expect((await ask('GET', 'auth/login/check/success', admin)).code).toBe(20004);
  });
});

describe('accounts', () => {
  test('are listed, registered, updated, disabled, enabled and deleted under auth/user', async () => {
    const path = (verb: string) => `auth/user/${verb}`;
    const registered = await dataOf('POST', path('register'), admin, await newAccount());
    const { id } = registered;
    const page = { page: 1, pageSize: 20, keyword: 'li.wei' };
    const listed = async () => (await dataOf('POST', path('queryWithPage'), admin, page)) as object;
    expect(await listed()).toEqual({
      total: 1,
      list: [expect.objectContaining({ id, username: 'li.wei', phone: '', email: '', disabled: false })],
    });
    const change = { id, version: 1, phone: '+86 21 5555 1234' };
    expect(await dataOf('POST', path('update'), admin, change)).toMatchObject({ phone: change.phone });
    expect(await dataOf('POST', path('disable'), admin, { ids: [id] })).toEqual({});
    expect(await listed()).toMatchObject({ list: [{ disabled: true }] });
    expect(await dataOf('POST', path('enable'), admin, { ids: [id] })).toEqual({});
    expect(await listed()).toMatchObject({ list: [{ disabled: false }] });
    expect(await dataOf('POST', path('delete'), admin, { ids: [id] })).toEqual({});
    expect(await listed()).toEqual({ total: 0, list: [] });
  });

  test('get an initial password from pw/init until they set their own, and from pw/reset at any time', async () => {
    const { id } = await dataOf('POST', 'auth/user/register', admin, await newAccount());
    const initialPassword = { password: expect.any(String), until: expect.any(String) };
    expect(await dataOf('POST', 'auth/user/pw/init', admin, { id })).toEqual(initialPassword);
    expect(await dataOf('POST', 'auth/user/pw/reset', admin, { id: people.reader.id })).toEqual(
      initialPassword,
    );
    const own = await ask('POST', 'auth/user/pw/init', admin, { id: people.mallAdmin.id });
    expect(own.code).toBe(409);
  });
});

describe('notices', () => {
  const unread = { isRead: 0, page: 1, pageSize: 99 };

  test('are listed by one call per kind', async () => {
    const device = await server.aDevice();
    await server.aNotice({ kind: 'device', deviceId: device.id });
    await server.aNotice({ kind: 'system' });
    await server.anAlarm({ deviceId: device.id });
    const of = (path: string, input: object = unread) => dataOf('POST', path, admin, input);
    const event = {
      eventId: expect.any(String),
      content: expect.stringContaining('<strong>'),
      createTime: expect.any(String),
      isRead: 0,
    };
    const robot = { deviceCode: device.model, deviceId: device.id, deviceSn: device.sn };
    expect(await of('service/eventNoticeInfo/device/queryWithPage')).toMatchObject({
      total: 1,
      list: [{ ...event, ...robot }],
    });
    expect(await of('service/eventNoticeInfo/system/queryWithPage')).toMatchObject({
      total: 1,
      list: [{ ...event, deviceCode: null, deviceId: null, deviceSn: null }],
    });
    const period = { ...unread, startTime: '', endTime: '' };
    for (const path of ['service/device/alarm/queryWithPage2', 'service/j30/device/alarm/queryWithPage'])
      expect(await of(path, period)).toMatchObject({ total: 1, list: [{ deviceId: device.id, isRead: 0 }] });
  });

  test('are counted by kind and in total, and marked as read one by one or by kind', async () => {
    await server.aNotice({ kind: 'device' });
    await server.aNotice({ kind: 'system' });
    const alarms = [await server.anAlarm(), await server.anAlarm()];
    const path = 'service/eventNoticeInfo';
    const counts = () => dataOf('GET', `${path}/unReadCountList`, admin);
    expect(await counts()).toEqual([1, 1, 2]);
    expect(await dataOf('GET', `${path}/allUnReadCount`, admin)).toBe(4);
    expect(await dataOf('GET', `service/device/alarm/readOne?id=${alarms[0]!.id}`, admin)).toEqual({});
    expect(await counts()).toEqual([1, 1, 1]);
    expect(await dataOf('GET', `${path}/device/readAll`, admin)).toEqual({});
    expect(await counts()).toEqual([1, 0, 1]);
    expect(await dataOf('GET', `${path}/system/readAll`, admin)).toEqual({});
    expect(await dataOf('GET', 'service/device/alarm/readAll', admin)).toEqual({});
    expect(await counts()).toEqual([0, 0, 0]);
  });
});

test('release notes are saved, published, read and listed in the four published languages', async () => {
  const path = 'service/ota/announce';
  const langDescriptions = ['zh_CN', 'en_US', 'ja_JP', 'ko_KR'].map((lang) => ({
    lang,
    description: `<p>New in ${lang}</p>`,
  }));
  expect((await ask('POST', `${path}/save`, admin, { langDescriptions })).code).toBe(200);
  expect(await dataOf('GET', `${path}/now`, admin)).toMatchObject({ langDescriptions });
  expect((await ask('POST', `${path}/publish`, admin, { langDescriptions })).code).toBe(200);
  expect(await dataOf('GET', `${path}/now`, people.reader)).toMatchObject({ langDescriptions });
  expect(await dataOf('POST', `${path}/queryWithPage`, admin, { enablePage: false })).toMatchObject({
    list: [{ id: expect.any(String), publishTime: expect.any(String), langDescriptions }],
  });
});

describe('logs', () => {
  const frontError = {
    level: 'ERROR',
    desc: 'TypeError: x',
    username: 'mallAdmin',
    pageUrl: 'https://c.example/login',
    platform: 'Linux',
    osver: '6',
    deviceModel: '',
    browserName: 'Chromium',
    lang: 'en',
    product: 'console',
    version: '1.0',
    time: '2030-01-02T03:04:05.000Z',
    extras: { stack: 'at x' },
  };

  test('browser errors are saved without a session and searched with permission, in the four levels only', async () => {
    for (const level of ['FATAL', 'ERROR', 'INFO', 'DEBUG'])
      expect(await dataOf('POST', 'log/front/save', null, { ...frontError, level })).toEqual({});
    for (const level of ['WARN', 'error', ''])
      expect((await ask('POST', 'log/front/save', null, { ...frontError, level })).code, level).toBe(422);
    await expect
      .poll(async () => (await dataOf('POST', 'log/front/search', admin, { page: 1, pageSize: 20 }))['total'])
      .toBe(4);
    const { list } = await dataOf('POST', 'log/front/search', admin, { level: ['FATAL'] });
    // Without a session the user name is sent by the browser and is not trusted.
    expect(list).toMatchObject([{ ...frontError, level: 'FATAL', username: expect.any(String) }]);
  });

  test('log/queryWithPage lists the actions of accounts', async () => {
    await dataOf('POST', 'auth/user/disable', admin, { ids: [people.reader.id] });
    expect(await dataOf('POST', 'log/queryWithPage', admin, { page: 1, pageSize: 20 })).toMatchObject({
      total: 1,
      list: [{ account: { username: 'superAdmin' } }],
    });
  });
});

test('the same paths with the other verb do not exist', async () => {
  for (const [method, url] of [
    ['GET', 'auth/user/queryWithPage'],
    ['POST', 'service/eventNoticeInfo/unReadCountList'],
    ['POST', 'service/ota/announce/now'],
    ['GET', 'log/front/save'],
  ] as const) {
    const answer = await server.app.inject({
      method,
      url: `/api/${url}`,
      headers: { authorization: admin.token },
    });
    expect([404, 405], url).toContain(answer.statusCode);
  }
});

test('these tests caused no internal error', () => {
  expect(server.faults).toEqual([]);
});
