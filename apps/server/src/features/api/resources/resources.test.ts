import {
  apiUserCalls,
  companyCalls,
  openProblems,
  problemType,
  screenCalls,
  type ApiGroup,
  type OpenProblem,
} from '@sweepline/contract';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { signatureHeaders, type OpenKey } from '../../../test-kit/open-api/sign-request.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const server = ownTestServer();

interface Sending {
  headers?: Record<string, string>;
  from?: string;
}

const send = async (target: string, { headers = {}, from }: Sending = {}) => {
  const answer = await server.app.inject({ url: target, headers, ...(from && { remoteAddress: from }) });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};
const signed = (key: OpenKey, target: string, more: Sending & { at?: Date; authority?: string } = {}) =>
  send(target, {
    ...more,
    headers: {
      ...signatureHeaders(key, { target, at: server.clock(), ...more }),
      ...more.headers,
    },
  });

/** An API user with a key. */
async function aProgram(user: Parameters<typeof server.anApiUser>[0] = {}, scopes: ApiGroup[] = ['read']) {
  const row = await server.anApiUser(user);
  return { user: row, key: await server.anApiKey(row, server.vault.seal, scopes) };
}
const expectProblem = ({ status, body, headers }: Awaited<ReturnType<typeof send>>, name: OpenProblem) => {
  expect([status, body.type]).toEqual([openProblems[name].status, problemType(name)]);
  expect(body.title).toBe(openProblems[name].titles.en);
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['request-id']).toBe(body.requestId);
};

test('a signed list has pages with a cursor, the request id and what is left of frequency and quota', async () => {
  const { key } = await aProgram({ callsPerSecond: 3, callsPerDay: 500 });
  const robots = await Promise.all([1, 2, 3].map(() => server.aDevice()));
  const first = await signed(key, '/open/v1/robots?limit=2');
  expect(first.status).toBe(200);
  expect(first.headers['ratelimit-policy']).toBe('"second";q=3;w=1, "day";q=500;w=86400');
  expect(first.headers['ratelimit']).toMatch(/^"second";r=2;t=1, "day";r=499;t=\d+$/);
  expect(first.headers['request-id']).toBeTruthy();
  expect(first.headers['cache-control']).toBe('no-store');
  const second = await signed(key, `/open/v1/robots?limit=2&cursor=${first.body.nextCursor}`);
  expect(second.body.nextCursor).toBeNull();
  const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
  expect(ids).toEqual(robots.map(({ id }) => id).toSorted());
  expect(first.body.data[0]).toMatchObject({ manufacturer: 'JBOT', siteId: null, softwareVersion: null });
});

test('sites, states, runs and alarms are answered in SI units, and what is unknown is null', async () => {
  const { key } = await aProgram();
  const site = await server.aSite({ timezone: 'Europe/Berlin' });
  const { id } = await server.aDevice({ siteId: site.id });
  const run = await server.aRun({ deviceId: id, state: 'IN_PROGRESS', plannedM2: 40 });
  await server.anAlarm({ deviceId: id, level: 3 });
  const read = async (target: string) => (await signed(key, `/open/v1${target}`)).body;
  expect((await read('/sites')).data).toMatchObject([
    { id: site.id, timeZone: 'Europe/Berlin', latitude: null },
  ]);
  expect(await read(`/robots/${id}`)).toMatchObject({ id, siteId: site.id });
  expect(await read(`/robots/${id}/state`)).toMatchObject({
    robotId: id,
    connection: { state: 'OFFLINE', lastSeenAt: null },
    battery: null,
  });
  await server.setLiveState(id, { companyId: companyIds.mall, soc: 50 });
  expect((await read(`/robots/${id}/state`)).robotId).toBe(id);
  expect((await read(`/runs?robotId=${id}`)).data).toMatchObject([
    { id: run.id, robotId: id, plannedArea: 40, reason: null, endedAt: null },
  ]);
  expect(await read(`/runs/${run.id}`)).toMatchObject({ id: run.id, state: 'IN_PROGRESS' });
  expect((await read('/runs?state=SUCCESS')).data).toEqual([]);
  expect((await read('/alarms?open=true')).data).toMatchObject([{ robotId: id, level: 3, clearedAt: null }]);
  expect((await read('/alarms?open=false')).data).toEqual([]);
});

test('runs are paged newest first, also those of one moment', async () => {
  const { key } = await aProgram();
  const { id: deviceId } = await server.aDevice();
  const runs = await Promise.all([1, 2, 3].map(() => server.aRun({ deviceId, state: 'IN_PROGRESS' })));
  const ids: string[] = [];
  let cursor = '';
  do {
    const { body } = await signed(key, `/open/v1/runs?limit=1${cursor && `&cursor=${cursor}`}`);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor ?? '';
  } while (cursor);
  expect(ids).toEqual(
    runs
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
});

test('a program sees its company and those below it, and a foreign record is a missing one', async () => {
  const [mall, other, agent] = [
    await aProgram(),
    await aProgram({ companyId: companyIds.other }),
    await aProgram({ companyId: companyIds.agent }),
  ];
  const site = await server.aSite();
  const device = await server.aDevice({ siteId: site.id });
  const run = await server.aRun({ deviceId: device.id });
  await server.anAlarm({ deviceId: device.id });
  const paths = [`/robots/${device.id}`, `/robots/${device.id}/state`, `/runs/${run.id}`];
  const missing = [`/robots/${run.id}`, `/robots/${run.id}/state`, `/runs/${device.id}`];
  const withoutId = ({ body: { requestId: _id, ...body }, status }: Awaited<ReturnType<typeof send>>) => ({
    status,
    body,
  });
  for (const [n, path] of paths.entries()) {
    for (const { key } of [mall, agent])
      expect((await signed(key, `/open/v1${path}`)).status, path).toBe(200);
    const foreign = await signed(other.key, `/open/v1${path}`);
    expectProblem(foreign, 'not-found');
    expect(withoutId(foreign)).toEqual(withoutId(await signed(other.key, `/open/v1${missing[n]}`)));
  }
  for (const list of ['/sites', '/robots', '/runs', '/alarms'])
    for (const [{ key }, count] of [
      [mall, 1],
      [agent, 1],
      [other, 0],
    ] as const)
      expect((await signed(key, `/open/v1${list}`)).body.data, list).toHaveLength(count);
});

test('the scope of a program is that of the tree: a frozen company loses it at once', async () => {
  const { key } = await aProgram();
  await server.ok(companyCalls.freeze, people.staff, { id: companyIds.agent });
  expectProblem(await signed(key, '/open/v1/robots'), 'suspended');
});

test('an unknown key, a wrong secret and a changed request are refused alike', async () => {
  const { key } = await aProgram();
  const target = '/open/v1/robots?limit=2';
  const headers = signatureHeaders(key, { target, at: server.clock() });
  const answers = [
    await send(target),
    await send('/open/v1/robots?limit=3', { headers }),
    await send('/open/v1/sites?limit=2', { headers }),
    await signed({ ...key, secret: 'guess' }, target),
    await signed({ ...key, keyId: 'key_unknown' }, target),
    await signed(key, target, { authority: 'evil.example' }),
    await signed(key, target, { headers: { 'content-digest': 'sha-256=:AAAA:' } }),
    await send(target, { headers: { authorization: `Bearer ${key.keyId}.guess` } }),
    await send(target, { headers: { authorization: people.staff.token } }),
    await send(target, { headers: { authorization: `Bearer ${people.staff.token}` } }),
  ];
  for (const answer of answers) expectProblem(answer, 'signature-invalid');
  const bodies = answers.map(({ body: { requestId: _id, ...body } }) => JSON.stringify(body));
  expect(new Set(bodies).size).toBe(1);
  expect((await send(target, { headers })).status).toBe(200);
});

test('a clock that is off by more than five minutes is told the time of the server', async () => {
  const { key } = await aProgram();
  const at = (seconds: number) => new Date(server.clock().getTime() + seconds * 1_000);
  for (const seconds of [-300, 300])
    expect((await signed(key, '/open/v1/sites', { at: at(seconds) })).status).toBe(200);
  for (const seconds of [-412, 412]) {
    const answer = await signed(key, '/open/v1/sites', { at: at(seconds) });
    expectProblem(answer, 'clock');
    expect(answer.body).toMatchObject({
      serverTime: server.clock().toISOString(),
      differenceSeconds: -seconds,
    });
  }
});

test('a bearer key reads, and a key with another scope has to sign', async () => {
  const { key } = await aProgram();
  const wide = await aProgram({}, ['read', 'operate']);
  const bearer = ({ keyId, secret }: OpenKey) =>
    send('/open/v1/robots', { headers: { authorization: `Bearer ${keyId}.${secret}` } });
  expect((await bearer(key)).status).toBe(200);
  const refused = await bearer(wide.key);
  expectProblem(refused, 'signature-invalid');
  expect(refused.body.detail).toContain('signs its requests');
  expect((await signed(wide.key, '/open/v1/robots')).status).toBe(200);
});

test('a key without the scope is told which one it lacks', async () => {
  const { key } = await aProgram({}, ['operate']);
  const answer = await signed(key, '/open/v1/robots');
  expectProblem(answer, 'scope');
  expect(answer.body.scope).toBe('read');
});

test('a whitelist of addresses and networks is judged, also for IPv4 in IPv6 spelling', async () => {
  const { key } = await aProgram({ addresses: ['192.0.2.7', '198.51.100.0/24', '2001:db8::/32'] });
  for (const from of ['192.0.2.7', '::ffff:192.0.2.7', '198.51.100.200', '2001:db8:5::1'])
    expect((await signed(key, '/open/v1/sites', { from })).status, from).toBe(200);
  for (const from of ['192.0.2.8', '::ffff:198.51.101.1', '2001:db9::1'])
    expectProblem(await signed(key, '/open/v1/sites', { from }), 'address-not-allowed');
});

test('a suspended, expired, not yet valid or revoked API user, and a revoked key, are refused at once', async () => {
  const { user, key } = await aProgram();
  const target = '/open/v1/sites';
  await server.ok(apiUserCalls.suspend, people.mallAdmin, { id: user.id });
  expectProblem(await signed(key, target), 'suspended');
  await server.ok(apiUserCalls.resume, people.mallAdmin, { id: user.id });
  expect((await signed(key, target)).status).toBe(200);
  server.clock.set(user.validUntil);
  expectProblem(await signed(key, target), 'expired');
  server.clock.set('2029-12-31T23:59:59.000Z');
  expectProblem(await signed(key, target), 'expired');
  server.clock.set(user.validFrom);
  await server.ok(apiUserCalls.revokeKey, people.mallAdmin, { id: user.id, keyId: key.keyId });
  expectProblem(await signed(key, target), 'signature-invalid');
  const next = await server.anApiKey(user, server.vault.seal);
  await server.ok(apiUserCalls.revoke, people.mallAdmin, { id: user.id });
  expectProblem(await signed(next, target), 'signature-invalid');
});

test('calls above the frequency are refused for the rest of the second', async () => {
  const { key } = await aProgram({ callsPerSecond: 2 });
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await signed(key, '/open/v1/sites')).status);
  expect(statuses).toEqual([200, 200, 429]);
  const refused = await signed(key, '/open/v1/sites');
  expectProblem(refused, 'rate');
  expect(refused.headers['retry-after']).toBe('1');
  server.clock.advance(1_000);
  expect((await signed(key, '/open/v1/sites')).status).toBe(200);
});

test('a hundred calls at once never exceed the quota of the day, and the next day has a new one', async () => {
  const { user, key } = await aProgram({ callsPerDay: 20 });
  const burst = await Promise.all(Array.from({ length: 40 }, () => signed(key, '/open/v1/sites')));
  expect(burst.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = burst.find(({ status }) => status !== 200)!;
  expectProblem(refused, 'quota');
  expect(refused.body).toMatchObject({ group: 'read', callsPerDay: 20 });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await expect
    .poll(async () => (await server.ok(apiUserCalls.detail, people.mallAdmin, { id: user.id })).today)
    .toEqual([{ group: 'read', calls: 20 }]);
  server.clock.advance(86_400_000);
  expect((await signed(key, '/open/v1/sites')).status).toBe(200);
});

test('the last use of a key is recorded with its address', async () => {
  const { user, key } = await aProgram();
  await signed(key, '/open/v1/sites', { from: '192.0.2.7' });
  const { keyList, lastUsedAt } = await server.ok(apiUserCalls.detail, people.mallAdmin, { id: user.id });
  expect(keyList).toMatchObject([{ lastUsedAt: server.clock().toISOString(), lastAddress: '192.0.2.7' }]);
  expect(lastUsedAt).toBe(server.clock().toISOString());
});

test('a wrong parameter is named in the language of the program', async () => {
  const { key } = await aProgram();
  for (const query of ['limit=101', 'limit=x', 'cursor=abc', 'surprise=1']) {
    const answer = await signed(key, `/open/v1/runs?${query}`);
    expectProblem(answer, 'invalid-parameter');
    expect(answer.body.parameters[0].name).toBe(query.split('=')[0]);
  }
  const german = await signed(key, '/open/v1/robots/none', {
    headers: { 'accept-language': 'de-DE,de;q=0.9' },
  });
  expect(german.body).toMatchObject({
    title: openProblems['invalid-parameter'].titles.ge,
    parameters: [{ name: 'id' }],
  });
});

test('guesses at keys from one network are refused after sixty in a minute', async () => {
  const guess = (from: string) => signed({ keyId: 'key_x', secret: 'x' }, '/open/v1/sites', { from });
  for (let n = 0; n < 60; n += 1) await guess('203.0.113.9');
  expectProblem(await guess('203.0.113.9'), 'rate');
  expectProblem(await guess('203.0.113.10'), 'signature-invalid');
});

test('a program that has the same answer gets none', async () => {
  const { key } = await aProgram();
  const { id } = await server.aDevice();
  const first = await signed(key, `/open/v1/robots/${id}`);
  const headers = { 'if-none-match': String(first.headers['etag']) };
  const again = async () => {
    const target = `/open/v1/robots/${id}`;
    const signature = signatureHeaders(key, { target, at: server.clock() });
    return await server.app.inject({ url: target, headers: { ...signature, ...headers } });
  };
  expect([(await again()).statusCode, (await again()).body]).toEqual([304, '']);
  await server.asOwner((sql) => sql`update devices set nickname = 'Renamed' where id = ${id}`);
  expect((await again()).json()).toMatchObject({ name: 'Renamed' });
});

test('the requests of a program are listed with the reason of each refusal', async () => {
  const { user, key } = await aProgram({ callsPerSecond: 50 });
  await signed(key, '/open/v1/sites');
  await signed(key, '/open/v1/runs?limit=101');
  await signed(key, '/open/v1/sites', { authority: 'evil.example' });
  await signed(key, '/open/v1/sites', { at: new Date(server.clock().getTime() - 412_000) });
  const requests = async (more: object = {}) =>
    (await server.ok(apiUserCalls.requests, people.mallAdmin, { userId: user.id, ...more })).list;
  await expect.poll(async () => (await requests()).length).toBe(4);
  expect((await requests({ outcome: 'ANSWERED' })).map(({ target, status }) => [target, status])).toEqual([
    ['/open/v1/sites', 200],
  ]);
  const refused = await requests({ outcome: 'REFUSED' });
  const of = (problem: OpenProblem) => refused.find((request) => request.problem === problem);
  expect(of('clock')).toMatchObject({ status: 401, keyId: key.keyId, facts: { differenceSeconds: 412 } });
  expect(of('signature-invalid')?.facts).toMatchObject({
    signatureBase: expect.stringContaining('"@authority": console.example'),
  });
  expect(of('invalid-parameter')?.facts).toMatchObject({ parameters: [{ name: 'limit' }] });
  const foreign = await server.send(apiUserCalls.requests, people.otherAdmin, { userId: user.id });
  expect(foreign.code).not.toBe(200);
});

test('a key is no session of the console', async () => {
  const { key } = await aProgram();
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api/${screenCalls.own.path}`,
    headers: { authorization: `Bearer ${key.keyId}.${key.secret}` },
  });
  expect(answer.json().code).not.toBe(200);
});

test('the program of docs/open-api.md signs a call that is answered', async () => {
  server.clock.set(new Date().toISOString());
  const { key } = await aProgram();
  const device = await server.aDevice();
  const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/open-api.md'), 'utf8');
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  vi.stubEnv('SWEEPLINE_KEY', key.keyId);
  vi.stubEnv('SWEEPLINE_SECRET', key.secret);
  vi.stubGlobal('fetch', async (url: URL, { headers }: { headers: Record<string, string> }) => {
    const answer = await server.app.inject({ url: `${url.pathname}${url.search}`, headers });
    return new Response(answer.body, { status: answer.statusCode });
  });
  const source = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`;
  // A module of the documentation has no types here.
  const { get } = (await import(/* @vite-ignore */ source)) as {
    get: (target: string) => Promise<{ data: { id: string }[] }>;
  };
  try {
    expect((await get('/open/v1/robots?limit=1')).data.map(({ id }) => id)).toEqual([device.id]);
    await expect(get('/open/v1/robots/none')).rejects.toThrow('invalid-parameter');
  } finally {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  }
});
