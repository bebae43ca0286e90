import {
  companyCalls,
  deviceCalls,
  errors,
  permissions,
  screenCalls,
  screenLimits,
  type Scene,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const { list, add, update, revoke, look, logo, own } = screenCalls;
const server = ownTestServer();

const { mallAdmin, agentAdmin, otherAdmin, staff } = people;
const anonymous = undefined;
const minuteMs = 60_000;
const scenes: Scene[] = (['figures', 'places', 'runs', 'rankings', 'alarms', 'week'] as const).map(
  (kind) => ({
    kind,
    seconds: 15,
  }),
);
const settings = { name: 'Lobby', lang: 'ge' as const, scenes };

const aDisplay = (by = mallAdmin, more: object = {}) =>
  server.ok(add, by, { ...settings, companyId: by.companyId, ...more });
const lookAt = (token: string) => server.send(look, anonymous, { token });
const stateOf = async (id: string) =>
  (await server.ok(list, mallAdmin, {})).list.find((row) => row.id === id)?.state;

/** One robot of a company at work in a site, with an alarm and a report of today. */
async function aBusySite(companyId: string, name: string) {
  const site = await server.aSite({
    companyId,
    name,
    address: `Street of ${name}`,
    latitude: 50,
    longitude: 7,
  });
  const map = await server.aMap({ companyId, siteId: site.id });
  const device = await server.aDevice({ companyId, siteId: site.id, nickname: `Robot of ${name}` });
  const deviceId = device.id;
  await server.setLiveState(deviceId, { companyId, mode: 'AUTO_RUN', alarmLevel: 4 });
  await server.aRun({
    companyId,
    deviceId,
    name: `Run of ${name}`,
    state: 'IN_PROGRESS',
    by: 'Li Wei',
    cleanedM2: 7,
    plannedM2: 70,
    coverage: 0.1,
    startedAt: server.clock().toISOString(),
  });
  await server.aReport({ companyId, deviceId, mapId: map.id, cleanedM2: 50, plannedM2: 100 });
  await server.anAlarm({ companyId, deviceId, level: 4, text: `Ask Li Wei about ${device.sn}` });
  return { site, device };
}

test('a display shows the figures of today, and what is being cleaned now beside them', async () => {
  const { site } = await aBusySite(companyIds.mall, 'North');
  const { token } = await aDisplay();
  const { code, data } = await lookAt(token);
  expect(code).toBe(200);
  expect(data).toMatchObject({ name: 'Lobby', companyName: 'Mall', reader: { lang: 'ge' }, hasLogo: false });
  expect(data.figures).toMatchObject({
    today: { reports: 1, cleanedM2: 50, coverage: 0.5 },
    now: { runs: 1, cleanedM2: 7 },
    robots: { total: 1, online: 1, working: 1, charging: 0, alarmed: 1 },
  });
  expect(data.runs).toMatchObject({ total: 1, list: [{ robot: { name: 'Robot of North' } }] });
  expect(data.runs?.list[0]?.progress).toBeCloseTo(0.1);
  expect(data.places).toMatchObject({
    total: 1,
    list: [{ id: site.id, latitude: 50, longitude: 7, working: 1, alarmLevel: 4 }],
  });
  expect(data.rankings).toMatchObject({
    sites: [{ name: 'North', cleanedM2: 50 }],
    robots: [{ cleanedM2: 50 }],
  });
  expect(data.alarms).toMatchObject([{ level: 4, siteName: 'North' }]);
  expect(data.week?.map(({ cleanedM2 }) => cleanedM2)).toEqual([0, 0, 0, 0, 0, 0, 50]);
});

test('today is the current day of each site', async () => {
  // 03:04 UTC is the second of January in Shanghai and still the first in New York.
  const [east, west] = [
    await server.aSite({ name: 'East', timezone: 'Asia/Shanghai' }),
    await server.aSite({ name: 'West', timezone: 'America/New_York' }),
  ];
  await server.aSite({ name: 'South', timezone: 'Asia/Shanghai' });
  const report = async (siteId: string, startedAt: string, cleanedM2: number) => {
    const { id: mapId } = await server.aMap({ siteId });
    await server.aReport({ mapId, cleanedM2, startedAt, endedAt: startedAt, receivedAt: startedAt });
  };
  await report(east.id, '2030-01-01T15:30:00.000Z', 1);
  await report(east.id, '2030-01-01T16:30:00.000Z', 10);
  await report(west.id, '2030-01-01T04:30:00.000Z', 100);
  await report(west.id, '2030-01-01T05:30:00.000Z', 1000);
  const { token } = await aDisplay();
  const { data } = await lookAt(token);
  expect(data.figures?.today.cleanedM2).toBe(1010);
  expect(data.week?.slice(-2)).toMatchObject([
    { daysAgo: 1, day: '2030-01-01', cleanedM2: 101 },
    { daysAgo: 0, day: '2030-01-02', cleanedM2: 1010 },
  ]);
});

test('a display shows no person, and serial numbers and addresses only if its maker allowed them', async () => {
  const { device } = await aBusySite(companyIds.mall, 'North');
  await server.aDevice({ nickname: `old ${device.sn}`, siteId: device.siteId });
  const [plain, open] = [await aDisplay(), await aDisplay(mallAdmin, { showSn: true, showAddress: true })];
  const text = JSON.stringify((await lookAt(plain.token)).data);
  for (const secret of ['Li Wei', device.sn, 'Street of', 'Nick', 'test']) expect(text).not.toContain(secret);
  const allowed = JSON.stringify((await lookAt(open.token)).data);
  expect(allowed).toContain(device.sn);
  expect(allowed).toContain('Street of North');
  expect(allowed).not.toContain('Li Wei');
});

test('a display sees the subtree of its own company, not of its maker, and follows a move of a company', async () => {
  await aBusySite(companyIds.mall, 'North');
  await aBusySite(companyIds.other, 'Foreign');
  const ofAgent = await aDisplay(staff, { companyId: companyIds.agent });
  const placesOf = async (token: string) =>
    (await lookAt(token)).data.places?.list.map(({ name }) => name).toSorted();
  const sums = async (token: string) => (await lookAt(token)).data.figures?.today.cleanedM2;
  expect([await placesOf(ofAgent.token), await sums(ofAgent.token)]).toEqual([['North'], 50]);
  const ofProvider = await aDisplay(staff);
  expect([await placesOf(ofProvider.token), await sums(ofProvider.token)]).toEqual([
    ['Foreign', 'North'],
    100,
  ]);
  const move = (id: string, parentId: string) =>
    server.ok(companyCalls.move, staff, { id, version: 1, parentId });
  await move(companyIds.other, companyIds.agent);
  expect(await placesOf(ofAgent.token)).toEqual(['Foreign', 'North']);
  await move(companyIds.mall, companyIds.provider);
  expect([await placesOf(ofAgent.token), await sums(ofAgent.token)]).toEqual([['Foreign'], 50]);
});

test('a display of a site shows that site only, and nothing after the site left its companies', async () => {
  const { site } = await aBusySite(companyIds.mall, 'North');
  await aBusySite(companyIds.mall, 'South');
  const { token } = await aDisplay(mallAdmin, { siteId: site.id });
  const { data } = await lookAt(token);
  expect(data).toMatchObject({ siteName: 'North', timezone: site.timezone });
  expect([data.figures?.today.cleanedM2, data.figures?.robots.total, data.places?.total]).toEqual([50, 1, 1]);
  expect([data.runs?.total, data.alarms?.length, data.rankings?.robots.length]).toEqual([1, 1, 1]);
  await server.asOwner((sql) => sql`update sites set company_id = ${companyIds.other} where id = ${site.id}`);
  expect((await lookAt(token)).code).toBe(errors.notFound.code);
});

test('only the sections of the scenes are answered', async () => {
  const { token } = await aDisplay(mallAdmin, { scenes: [{ kind: 'alarms', seconds: 20 }] });
  const { data } = await lookAt(token);
  expect([data.figures, data.places, data.runs, data.rankings, data.week]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(data.alarms).toEqual([]);
});

test('an unknown and a revoked display and one of a frozen company are missing', async () => {
  const { token, screen } = await aDisplay();
  await server.asOwner((sql) => sql`update companies set frozen_at = now() where id = ${companyIds.agent}`);
  expect((await lookAt(token)).code).toBe(errors.notFound.code);
  await server.asOwner((sql) => sql`update companies set frozen_at = null`);
  expect((await lookAt(token)).code).toBe(200);
  await server.ok(revoke, mallAdmin, { id: screen.id });
  expect((await lookAt(token)).code).toBe(errors.notFound.code);
  expect((await server.send(logo, anonymous, { token })).code).toBe(errors.notFound.code);
  expect((await lookAt('screen_nothing')).code).toBe(errors.notFound.code);
  const changed = await server.send(update, mallAdmin, { id: screen.id, version: 1, ...settings });
  expect(changed.code).toBe(errors.wrongState.code);
  expect(await stateOf(screen.id)).toBe('REVOKED');
});

test('a display that asked within ten minutes is on, after that it is silent', async () => {
  const { token, screen } = await aDisplay();
  expect(await stateOf(screen.id)).toBe('WAITING');
  await lookAt(token);
  expect(await stateOf(screen.id)).toBe('LIVE');
  server.clock.advance(10 * minuteMs);
  expect(await stateOf(screen.id)).toBe('LIVE');
  server.clock.advance(1_000);
  expect(await stateOf(screen.id)).toBe('SILENT');
  const silent = await server.ok(list, mallAdmin, { state: ['SILENT'] });
  expect([silent.total, (await server.ok(list, mallAdmin, { state: ['LIVE'] })).total]).toEqual([1, 0]);
});

test('the time of the last request is written once a minute', async () => {
  const { token } = await aDisplay();
  const seen = async () => (await server.ok(list, mallAdmin, {})).list[0]?.lastSeenAt;
  await lookAt(token);
  const first = await seen();
  server.clock.advance(minuteMs / 2);
  await lookAt(token);
  expect(await seen()).toBe(first);
  server.clock.advance(minuteMs / 2);
  await Promise.all([lookAt(token), lookAt(token)]);
  expect(await seen()).toBe(server.clock().toISOString());
});

test('more than 60 requests a minute of one display are refused, and others go on', async () => {
  const [busy, calm] = [await aDisplay(), await aDisplay()];
  const codes = [];
  for (let n = 0; n < 61; n++) codes.push((await lookAt(busy.token)).code);
  expect(codes.filter((code) => code === 200)).toHaveLength(60);
  expect(codes.at(-1)).toBe(errors.tooMany.code);
  expect((await lookAt(calm.token)).code).toBe(200);
  server.clock.advance(2 * minuteMs);
  expect((await lookAt(busy.token)).code).toBe(200);
});

test('a display’s token is no session, and the database stores only its hash', async () => {
  const { token } = await aDisplay();
  const display = { ...mallAdmin, token };
  for (const [call, input] of [
    [own, {}],
    [list, {}],
    [deviceCalls.list, {}],
  ] as const)
    expect((await server.send(call, display, input)).code, call.path).toBe(errors.signedOut.code);
  const stored = await server.asOwner(
    (sql) => sql`select s::text as text from screens s union all select a::text from audit_entries a`,
  );
  const text = stored.map((row) => String(row['text'])).join('\n');
  expect(text).toContain('service/screen/add');
  expect(text).not.toContain(token);
});

test('displays are made for one’s own companies and their sites, with the right to manage them', async () => {
  const { screen } = await aDisplay();
  const foreign = await server.aSite({ companyId: companyIds.other });
  const code = async (by: typeof mallAdmin, more: object) =>
    (await server.send(add, by, { ...settings, companyId: by.companyId, ...more })).code;
  expect(await code(mallAdmin, { companyId: companyIds.agent })).toBe(errors.notFound.code);
  expect(await code(mallAdmin, { siteId: foreign.id })).toBe(errors.notFound.code);
  const beside = await server.send(add, staff, {
    ...settings,
    companyId: companyIds.mall,
    siteId: foreign.id,
  });
  expect(beside).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { siteId: expect.any(String) } },
  });
  const reader = await server.anAccount({ permissionCodes: [permissions.home] });
  expect(await code(reader, {})).toBe(errors.forbidden.code);
  expect((await server.ok(list, reader, {})).total).toBe(1);
  expect((await server.ok(list, otherAdmin, {})).total).toBe(0);
  for (const [call, input] of [
    [update, { id: screen.id, version: 1, ...settings }],
    [revoke, { id: screen.id }],
  ] as const)
    expect((await server.send(call, otherAdmin, input)).code, call.path).toBe(errors.notFound.code);
});

test('a stale save and a display above the limit of its company are refused', async () => {
  const { screen } = await aDisplay();
  const save = (version: number) =>
    server.send(update, mallAdmin, { id: screen.id, version, ...settings, name: 'Hall' });
  expect((await save(1)).data).toMatchObject({ name: 'Hall', version: 2 });
  expect((await save(1)).code).toBe(errors.changedMeanwhile.code);
  for (let n = 1; n < screenLimits.perCompany; n++) await server.aScreen();
  expect((await server.send(add, mallAdmin, { ...settings, companyId: companyIds.mall })).code).toBe(
    errors.tooManyScreens.code,
  );
  await server.ok(revoke, mallAdmin, { id: screen.id });
  await aDisplay();
});

test('the screen of a session shows everything its account sees, and needs the home permission', async () => {
  await aBusySite(companyIds.mall, 'North');
  await aBusySite(companyIds.other, 'Foreign');
  const view = await server.ok(own, agentAdmin, {});
  expect(view).toMatchObject({ companyName: 'Agent', reader: null, places: { total: 1 } });
  expect(view.scenes).toHaveLength(6);
  expect((await server.ok(own, staff, {})).places?.total).toBe(2);
  expect((await server.send(own, people.reader, {})).code).toBe(errors.forbidden.code);
});
