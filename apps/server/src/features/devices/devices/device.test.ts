import { companyCalls, deviceCalls, deviceScoreCalls, errors, fieldReasons } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { deviceCertificates } from '../../../entities/devices/certificate-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { announceDevice } from '../identity/credential-service.ts';
import { unseenLive } from './device-service.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, summary, detail, register, update, renewSecret, remove, locate, navigate, charge } =
  deviceCalls;
const server = testServer();

const newDevice = {
  sn: 'J40-0001',
  manufacturer: 'JBOT',
  model: 'J40',
  nickname: 'Otter',
  companyId: companyIds.mall,
} as const;
const names = async (filter: object, who = people.mallAdmin) =>
  (await server.ok(list, who, filter)).list.map(({ nickname }) => nickname);

test('a registered device is listed, and its secret is in the answer only', async () => {
  const { device, username, password } = await server.ok(register, people.mallAdmin, newDevice);
  expect(username).toBe('J40-0001');
  expect(Buffer.from(password, 'base64url')).toHaveLength(32);
  const registered = await server.ok(detail, people.mallAdmin, { id: device.id });
  expect(registered.device).toMatchObject({
    nickname: 'Otter',
    binding: 'ACTIVATED',
    version: 1,
    live: { state: 'OFFLINE', soc: null },
  });
  expect(registered.live.battery).toBeNull();
  expect(registered.capabilities).toContain('clean');
  const rows = await server.asOwner((sql) => sql`select row_to_json(d)::text as text from devices d`);
  expect(rows.map(({ text }) => text).join()).not.toContain(password);
});

test('a serial number is unique in the installation, regardless of case and company', async () => {
  await server.ok(register, people.mallAdmin, newDevice);
  const again = { ...newDevice, sn: 'j40-0001', companyId: companyIds.other };
  expect((await server.send(register, people.otherAdmin, again)).msg).toBe(errors.serialTaken.texts.en);
});

test('a serial number of our make that names another model is refused, as in the change of a number', async () => {
  const refused = await server.send(register, people.mallAdmin, { ...newDevice, sn: 'J30-0001' });
  expect(refused.code).toBe(errors.invalid.code);
  await server.ok(register, people.mallAdmin, { ...newDevice, sn: 'J30-0001', manufacturer: 'ACME' });
});

test('a serial number with characters of topic filters is refused', async () => {
  for (const sn of ['a/b', '+', '#', 'a b', '', 'x'.repeat(33)]) {
    expect((await server.send(register, people.mallAdmin, { ...newDevice, sn })).code, sn).toBe(
      errors.invalid.code,
    );
  }
});

test('a device is registered only in a company in scope and on a site of that company', async () => {
  const site = await server.aSite({ companyId: companyIds.other });
  const other = await server.send(register, people.mallAdmin, { ...newDevice, companyId: companyIds.other });
  expect(other).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { companyId: fieldReasons.NO_SUCH_COMPANY.en } },
  });
  const wrongSite = await server.send(register, people.superAdmin, { ...newDevice, siteId: site.id });
  expect(wrongSite).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { siteId: expect.any(String) } },
  });
});

test('each filter of the list selects its devices, and the total is exact', async () => {
  const site = await server.aSite();
  const a = await server.aDevice({
    nickname: 'Alpha',
    model: 'J20',
    tags: ['night', 'lobby'],
    siteId: site.id,
  });
  const b = await server.aDevice({ nickname: 'Beta', model: 'J30', sn: 'SN-BETA' });
  await server.aDevice({ nickname: 'Gamma', model: 'J40', binding: 'FROZEN' });
  await server.aDevice({ nickname: 'Hidden', companyId: companyIds.other });
  await server.setLiveState(a.id, {
    state: 'ONLINE',
    mode: 'CHARGING',
    soc: 18,
    alarmLevel: 4,
    charging: true,
  });
  await server.setLiveState(b.id, { state: 'SLEEP', mode: 'SLEEP', soc: 90 });

  expect(await names({})).toEqual(['Alpha', 'Beta', 'Gamma']);
  expect(await names({ keyword: 'bEt' })).toEqual(['Beta']);
  expect(await names({ keyword: 'sn-beta' })).toEqual(['Beta']);
  expect(await names({ model: ['J20', 'J40'] })).toEqual(['Alpha', 'Gamma']);
  expect(await names({ state: ['OFFLINE'] })).toEqual(['Gamma']);
  expect(await names({ state: ['ONLINE', 'SLEEP'] })).toEqual(['Alpha', 'Beta']);
  expect(await names({ mode: ['CHARGING'] })).toEqual(['Alpha']);
  expect(await names({ siteId: site.id })).toEqual(['Alpha']);
  expect(await names({ tag: 'lobby' })).toEqual(['Alpha']);
  expect(await names({ binding: 'FROZEN' })).toEqual(['Gamma']);
  expect(await names({ alarmLevel: 4 })).toEqual(['Alpha']);
  expect(await names({ socBelow: 20 })).toEqual(['Alpha']);
  expect(await names({ companyId: companyIds.mall, keyword: 'gam' })).toEqual(['Gamma']);
  expect(await server.ok(list, people.mallAdmin, { state: ['ONLINE', 'SLEEP'], pageSize: 1 })).toMatchObject({
    total: 2,
  });
});

test('the tags are those of the devices in scope, the most frequent first', async () => {
  await server.aDevice({ tags: ['night', 'lobby'] });
  await server.aDevice({ tags: ['night'] });
  await server.aDevice({ tags: ['secret'], companyId: companyIds.other });
  const tags = async (input: object) => (await server.ok(deviceCalls.tags, people.mallAdmin, input)).list;
  expect(await tags({})).toEqual([
    { tag: 'night', count: 2 },
    { tag: 'lobby', count: 1 },
  ]);
  expect(await tags({ keyword: 'LOB' })).toEqual([{ tag: 'lobby', count: 1 }]);
});

test('a device has its last position, with the map name only for a map of its company', async () => {
  const [map, foreign] = [
    await server.aMap({ name: 'Ground floor' }),
    await server.aMap({ companyId: companyIds.other }),
  ];
  const mapIds = { Alpha: map.id, Beta: 'map of mine', Gamma: foreign.id };
  for (const [nickname, mapId] of Object.entries(mapIds)) {
    const { id } = await server.aDevice({ nickname });
    await server.setLiveState(id, { mapId, x: 1.5, y: -2 });
  }
  await server.aDevice({ nickname: 'Silent' });
  const rows = (await server.ok(list, people.superAdmin, { companyId: companyIds.mall })).list;
  expect(rows.map(({ location }) => location)).toEqual([
    { mapName: 'Ground floor', x: 1.5, y: -2 },
    { mapName: null, x: 1.5, y: -2 },
    { mapName: null, x: 1.5, y: -2 },
    null,
  ]);
});

test('the list sorts with unknown values last, and no row is on two pages', async () => {
  for (const n of [3, 1, 2]) {
    const { id } = await server.aDevice({ nickname: 'Same', sn: `S${n}` });
    if (n < 3) await server.setLiveState(id, { soc: n * 10 });
  }
  const sns = async (input: object) =>
    (await server.ok(list, people.mallAdmin, input)).list.map(({ sn }) => sn);
  expect(await sns({ sort: 'sn' })).toEqual(['S1', 'S2', 'S3']);
  expect(await sns({ sort: '-sn' })).toEqual(['S3', 'S2', 'S1']);
  expect(await sns({ sort: 'soc' })).toEqual(['S1', 'S2', 'S3']);
  expect(await sns({ sort: '-soc' })).toEqual(['S2', 'S1', 'S3']);
  const pages = await Promise.all([1, 2, 3].map((page) => sns({ page, pageSize: 1 })));
  expect(new Set(pages.flat()).size).toBe(3);
});

test('a vehicle of another maker is offered nothing before it has reported a position', async () => {
  const { id } = await server.aDevice({ model: 'PLAIN', manufacturer: 'ACME' });
  const offered = async () => (await server.ok(detail, people.mallAdmin, { id })).capabilities;
  expect(await offered()).toEqual([]);
  const value = { mapId: 'm', x: 0, y: 0, theta: 0, localized: true, score: null };
  await server.setLiveState(id, {
    live: { ...unseenLive(id), position: { value, at: server.clock().toISOString() } },
  });
  expect(await offered()).toEqual(['navigate']);
});

test('a robot with a certificate is asked to renew it, and one with a password is not', async () => {
  const { id } = await server.aDevice();
  const { rotateCredential } = deviceCalls;
  expect((await server.send(rotateCredential, people.mallAdmin, { id })).msg).toBe(
    errors.noCertificate.texts.en,
  );
  const times = { notBefore: '2030-01-01T00:00:00.000Z', notAfter: '2031-01-01T00:00:00.000Z' };
  await inScope(server.db, '*', (tx) =>
    tx
      .insert(deviceCertificates)
      .values({ deviceId: id, companyId: companyIds.mall, fingerprint: 'f', serial: '1', ...times }),
  );
  expect(await server.ok(detail, people.mallAdmin, { id })).toMatchObject({
    certificateUntil: times.notAfter,
  });
  announceDevice(server.bus, id);
  await eventually(() => server.gateway.live(id), 'the gateway to know the device');
  const input = { id, reason: 'after service' };
  expect(await server.ok(rotateCredential, people.mallAdmin, input)).toMatchObject({
    type: 'device.rotateCredential',
    status: 'QUEUED',
    reason: 'after service',
  });
});

test('an agent sees the devices of the companies below, a company only its own', async () => {
  await server.aDevice({ nickname: 'Mall robot' });
  await server.aDevice({ nickname: 'Other robot', companyId: companyIds.other });
  expect(await names({}, people.agentAdmin)).toEqual(['Mall robot']);
  expect(await names({}, people.otherAdmin)).toEqual(['Other robot']);
  expect(await names({}, people.superAdmin)).toEqual(['Mall robot', 'Other robot']);
});

test('a void serial number counts neither in the list nor in the summary nor in its company', async () => {
  await server.aDevice();
  await server.aDevice({ binding: 'VOID', tags: ['old'] });
  expect(await server.ok(summary, people.mallAdmin, {})).toMatchObject({ total: 1, offline: 1 });
  expect((await server.ok(list, people.mallAdmin, {})).total).toBe(1);
  const company = await server.ok(companyCalls.detail, people.superAdmin, { id: companyIds.mall });
  expect(company.company.deviceCount).toBe(1);
});

test('the summary counts states, work and faults of the visible devices', async () => {
  const [a, b, c] = [await server.aDevice(), await server.aDevice(), await server.aDevice()];
  await server.aDevice();
  await server.aDevice({ companyId: companyIds.other });
  await server.setLiveState(a.id, { state: 'ONLINE', mode: 'AUTO_RUN' });
  await server.setLiveState(b.id, { state: 'ONLINE', mode: 'ERROR', charging: true });
  await server.setLiveState(c.id, { state: 'SLEEP', mode: 'SLEEP' });
  await server.aDevice({ binding: 'NOT_ACTIVATED' });
  const counts = {
    total: 5,
    online: 2,
    sleeping: 1,
    offline: 1,
    notActivated: 1,
    working: 1,
    charging: 1,
    fault: 1,
  };
  expect(await server.ok(summary, people.mallAdmin, {})).toEqual(counts);
});

test('devices that were never activated are listed last, and not as offline', async () => {
  await server.aDevice({ nickname: 'A, in stock', binding: 'NOT_ACTIVATED' });
  await server.aDevice({ nickname: 'B, in use' });
  expect(await names({}, people.mallAdmin)).toEqual(['B, in use', 'A, in stock']);
  expect(await names({ sort: 'nickname' }, people.mallAdmin)).toEqual(['A, in stock', 'B, in use']);
  expect(await names({ state: ['OFFLINE'] }, people.mallAdmin)).toEqual(['B, in use']);
  expect(await names({ binding: 'NOT_ACTIVATED' }, people.mallAdmin)).toEqual(['A, in stock']);
});

test('an update with an old version is refused with the author and time of the change', async () => {
  const { id } = await server.aDevice();
  await server.ok(update, people.mallAdmin, { id, version: 1, nickname: 'First' });
  const late = await server.send(update, people.agentAdmin, { id, version: 1, tags: ['x'] });
  expect(late.code).toBe(errors.changedMeanwhile.code);
  expect(late.msg).toContain('mallAdmin');
  expect(late.msg).toContain('Jan 2, 2030');
  expect(await server.ok(update, people.agentAdmin, { id, version: 2, tags: ['x'] })).toMatchObject({
    nickname: 'First',
    tags: ['x'],
    version: 3,
  });
});

test('of two concurrent updates one is refused', async () => {
  const { id } = await server.aDevice();
  const saves = ['One', 'Two'].map((nickname) =>
    server.send(update, people.mallAdmin, { id, version: 1, nickname }),
  );
  const codes = (await Promise.all(saves)).map(({ code }) => code);
  expect(codes.toSorted()).toEqual([200, errors.changedMeanwhile.code]);
});

test('online devices cannot be deleted, offline ones can', async () => {
  const { id } = await server.aDevice();
  await server.setLiveState(id, { state: 'SLEEP' });
  expect((await server.send(remove, people.mallAdmin, { id })).msg).toBe(errors.onlineDevice.texts.en);
  await server.setLiveState(id, { state: 'OFFLINE' });
  await server.ok(remove, people.mallAdmin, { id });
  expect(await names({})).toEqual([]);
});

test('renewing a secret returns a different one', async () => {
  const { device, password } = await server.ok(register, people.mallAdmin, newDevice);
  const renewed = await server.ok(renewSecret, people.mallAdmin, { id: device.id });
  expect(renewed.username).toBe('J40-0001');
  expect(renewed.password).not.toBe(password);
});

test('commands to an offline device, or one without the capability, are refused', async () => {
  const offline = await server.aDevice();
  const plain = await server.aDevice({ model: 'PLAIN', manufacturer: 'ACME' });
  expect((await server.send(locate, people.mallAdmin, { id: offline.id })).msg).toBe(
    'Device offline, cannot detect',
  );
  expect((await server.send(navigate, people.mallAdmin, { id: offline.id, x: 1, y: 1 })).msg).toBe(
    'Device offline, cannot detect',
  );
  expect((await server.send(charge, people.mallAdmin, { id: offline.id })).msg).toBe(
    errors.deviceOffline.texts.en,
  );
  expect((await server.send(locate, people.mallAdmin, { id: plain.id })).msg).toBe(
    errors.notSupported.texts.en,
  );
});

test('a reader can list devices and not change them', async () => {
  const { id } = await server.aDevice();
  expect(await names({}, people.reader)).toHaveLength(1);
  expect((await server.send(update, people.reader, { id, version: 1, nickname: 'x' })).code).toBe(
    errors.forbidden.code,
  );
  expect((await server.send(locate, people.reader, { id })).code).toBe(errors.forbidden.code);
});

test('the list filters by the end of warranty and of use', async () => {
  const day = (days: number) => new Date(server.clock().getTime() + days * 86_400_000).toISOString();
  await server.aDevice({ nickname: 'A', warrantyUntil: day(400), usableUntil: day(5) });
  await server.aDevice({ nickname: 'B', warrantyUntil: day(-3), warrantyExtendedUntil: day(20) });
  await server.aDevice({ nickname: 'C', warrantyUntil: day(-3), usableUntil: day(-1) });
  await server.aDevice({ nickname: 'D', usableUntil: day(40) });
  expect(await names({ warranty: 'IN_WARRANTY' })).toEqual(['A']);
  expect(await names({ warranty: 'EXTENDED' })).toEqual(['B']);
  expect(await names({ warranty: 'ENDING' })).toEqual(['B']);
  expect(await names({ warranty: 'OUT_OF_WARRANTY' })).toEqual(['C']);
  expect(await names({ warranty: 'UNKNOWN' })).toEqual(['D']);
  expect(await names({ usableDays: 0 })).toEqual(['C']);
  expect(await names({ usableDays: 30, sort: 'usableUntil' })).toEqual(['C', 'A']);
  expect((await names({ sort: 'usableUntil' })).slice(0, 3)).toEqual(['C', 'A', 'D']);
});

test('the score is the cleaned share of the planned area, and other companies’ devices are answered as missing', async () => {
  const { id } = await server.aDevice();
  const fresh = await server.aDevice();
  const ago = (days: number) => new Date(server.clock().getTime() - days * 86_400_000).toISOString();
  const reports: [days: number, plannedM2: number | null, cleanedM2: number | null][] = [
    [1, 100, 90],
    [2, 300, 330],
    [3, null, 50],
    [31, 1000, 0],
  ];
  for (const [days, plannedM2, cleanedM2] of reports)
    await server.aReport({ deviceId: id, startedAt: ago(days), plannedM2, cleanedM2 });
  const ids = [id, fresh.id];
  const { list: scores } = await server.ok(deviceScoreCalls.scores, people.mallAdmin, { ids });
  expect(new Map(scores.map((score) => [score.id, score])).get(id)).toEqual({
    id,
    score: 97.5,
    cleanedM2: 390,
    plannedM2: 400,
    runs: 2,
  });
  expect(scores.find((score) => score.id === fresh.id)?.score).toBeNull();
  const refused = await server.send(deviceScoreCalls.scores, people.otherAdmin, { ids });
  expect(refused).toMatchObject({ code: errors.notFound.code, data: null });
});
