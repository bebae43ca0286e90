import { errors, siteTargetCalls, type Sent } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, save, combined, savings } = siteTargetCalls;
const { mallAdmin, agentAdmin, otherAdmin, reader } = people;
const server = testServer();

const none = {
  areaM2PerWeek: null,
  coverage: null,
  completion: null,
  onlineRate: null,
  doneShare: null,
  manualM2PerHour: null,
  hourlyWage: null,
  currency: null,
  manualLitresPerM2: null,
  manualWhPerM2: null,
  gCo2PerKwh: null,
};
const january = { from: '2030-01-01', to: '2030-01-31' };
const at = (day: number) => {
  const startedAt = `2030-01-${String(day).padStart(2, '0')}T08:00:00.000Z`;
  return { startedAt, endedAt: startedAt, receivedAt: startedAt };
};

type Fields = Partial<Sent<typeof save>>;

/** A site of the mall with targets and a map on it. */
async function aTargetSite(name: string, fields: Fields = {}) {
  const site = await server.aSite({ name, timezone: 'UTC' });
  const map = await server.aMap({ siteId: site.id });
  const saved = await server.ok(save, mallAdmin, { siteId: site.id, version: 0, ...none, ...fields });
  return { id: site.id, mapId: map.id, saved };
}

test('a site starts without targets, and a save replaces all of them', async () => {
  const { id } = await server.aSite({ name: 'North' });
  const read = async () => (await server.ok(list, mallAdmin, { siteId: id })).list[0];
  expect(await read()).toMatchObject({ site: { name: 'North' }, ...none, version: 0, updatedAt: null });
  const first = { ...none, areaM2PerWeek: 700, coverage: 0.9, hourlyWage: 18, currency: 'EUR' };
  expect(await server.ok(save, mallAdmin, { siteId: id, version: 0, ...first })).toMatchObject({
    ...first,
    version: 1,
    updatedBy: 'mallAdmin',
  });
  await server.ok(save, agentAdmin, { siteId: id, version: 1, ...none, completion: 0.95 });
  expect(await read()).toMatchObject({ ...none, completion: 0.95, version: 2, updatedBy: 'agentAdmin' });
});

test('a save on an older version is refused with who saved and when', async () => {
  const { id } = await aTargetSite('North', { coverage: 0.9 });
  const answer = await server.send(save, agentAdmin, { siteId: id, version: 0, ...none });
  expect(answer.code).toBe(errors.changedMeanwhile.code);
  expect(answer.msg).toContain('mallAdmin');
  const { id: other } = await server.aSite();
  expect((await server.send(save, mallAdmin, { siteId: other, version: 3, ...none })).code).toBe(
    errors.outdated.code,
  );
});

test.each([
  ['a share above one', { coverage: 1.1 }, 'coverage'],
  ['a wage without a currency', { hourlyWage: 18 }, 'currency'],
  ['a currency without a wage', { currency: 'EUR' }, 'hourlyWage'],
  ['an unknown currency', { hourlyWage: 18, currency: 'QQQ' }, 'currency'],
  ['no area by hand', { manualM2PerHour: 0 }, 'manualM2PerHour'],
])('%s is refused at its field', async (_what, fields, field) => {
  const { id } = await server.aSite();
  const answer = await server.send(save, mallAdmin, { siteId: id, version: 0, ...none, ...fields });
  expect(answer.code).toBe(errors.invalid.code);
  expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual([field]);
});

test('targets of a site are hidden from a company that does not see it', async () => {
  const { id } = await aTargetSite('North', { areaM2PerWeek: 700 });
  const missing = errors.notFound.code;
  expect((await server.send(save, otherAdmin, { siteId: id, version: 1, ...none })).code).toBe(missing);
  for (const call of [combined, savings])
    expect((await server.send(call, otherAdmin, { ...january, siteId: id })).code).toBe(missing);
  expect((await server.send(list, otherAdmin, { siteId: id })).code).toBe(missing);
  expect(await server.ok(list, otherAdmin, {})).toEqual({ list: [], total: 0 });
  expect((await server.send(save, reader, { siteId: id, version: 1, ...none })).code).toBe(
    errors.forbidden.code,
  );
});

test('areas of sites add up over the days of the period, and shares need agreement', async () => {
  const north = await aTargetSite('North', { areaM2PerWeek: 700, coverage: 0.9, completion: 0.95 });
  await aTargetSite('South', { areaM2PerWeek: 1400, coverage: 0.8, completion: 0.95 });
  await aTargetSite('West', { onlineRate: 0.99 });
  const days10 = { from: '2030-01-01', to: '2030-01-10' };
  expect(await server.ok(combined, mallAdmin, days10)).toEqual({
    sites: 3,
    days: 10,
    areaM2PerWeek: { value: 2100, sites: 2 },
    areaM2: { value: 3000, sites: 2 },
    coverage: { value: null, sites: 2 },
    completion: { value: 0.95, sites: 2 },
    onlineRate: { value: 0.99, sites: 1 },
  });
  const device = await server.aDevice({ siteId: north.id });
  expect(await server.ok(combined, mallAdmin, { ...days10, deviceId: device.id })).toMatchObject({
    sites: 1,
    areaM2PerWeek: { value: null, sites: 0 },
    coverage: { value: 0.9, sites: 1 },
  });
  expect((await server.ok(combined, mallAdmin, { ...days10, siteId: north.id })).areaM2.value).toBe(1000);
});

test('savings are the sum over the sites, each by its own assumptions', async () => {
  const north = await aTargetSite('North', {
    manualM2PerHour: 250,
    hourlyWage: 20,
    currency: 'EUR',
    manualLitresPerM2: 0.5,
    manualWhPerM2: 8,
    gCo2PerKwh: 400,
  });
  const south = await aTargetSite('South', { manualM2PerHour: 500, hourlyWage: 900, currency: 'JPY' });
  const west = await aTargetSite('West');
  await server.aReport({ ...at(3), mapId: north.mapId, cleanedM2: 1000, waterL: 100, energyWh: 3000 });
  await server.aReport({ ...at(4), mapId: north.mapId, cleanedM2: 500, waterL: 400, energyWh: 5000 });
  await server.aReport({ ...at(4), mapId: south.mapId, cleanedM2: 2000, waterL: 100 });
  await server.aReport({ ...at(5), mapId: west.mapId, cleanedM2: 7000 });
  await server.aReport({ ...at(5), cleanedM2: 300 });
  await server.aReport({ ...at(5), companyId: companyIds.other, cleanedM2: 9000 });
  const answer = await server.ok(savings, mallAdmin, january);
  expect(answer).toMatchObject({
    ...january,
    sites: 3,
    reports: 5,
    // 1500 ÷ 250 + 2000 ÷ 500
    hours: { value: 10, sites: 2, reports: 3 },
    wages: [
      { currency: 'EUR', value: 120, sites: 1, reports: 2 },
      { currency: 'JPY', value: 3600, sites: 1, reports: 1 },
    ],
    // 1500 × 0.5 − 500
    waterL: { value: 250, sites: 1, reports: 2 },
    // 1500 × 8 − 8000
    energyWh: { value: 4000, sites: 1, reports: 2 },
  });
  expect(answer.co2Kg?.value).toBeCloseTo(1.6);
  expect(answer.assumptions).toEqual([
    { assumption: 'manualM2PerHour', value: 250, currency: null, sites: 1, siteName: 'North' },
    { assumption: 'manualM2PerHour', value: 500, currency: null, sites: 1, siteName: 'South' },
    { assumption: 'hourlyWage', value: 20, currency: 'EUR', sites: 1, siteName: 'North' },
    { assumption: 'hourlyWage', value: 900, currency: 'JPY', sites: 1, siteName: 'South' },
    { assumption: 'manualLitresPerM2', value: 0.5, currency: null, sites: 1, siteName: 'North' },
    { assumption: 'manualWhPerM2', value: 8, currency: null, sites: 1, siteName: 'North' },
    { assumption: 'gCo2PerKwh', value: 400, currency: null, sites: 1, siteName: 'North' },
  ]);
  const agents = await server.ok(savings, agentAdmin, january);
  expect({ ...agents, computedAt: '' }).toEqual({ ...answer, computedAt: '' });
});

test('a figure without an assumption is null, and reports without a measurement are not compared', async () => {
  const north = await aTargetSite('North', { manualLitresPerM2: 1 });
  await server.aReport({ ...at(3), mapId: north.mapId, cleanedM2: 100, waterL: 30 });
  await server.aReport({ ...at(4), mapId: north.mapId, cleanedM2: 900 });
  expect(await server.ok(savings, mallAdmin, january)).toMatchObject({
    hours: null,
    wages: [],
    waterL: { value: 70, sites: 1, reports: 1 },
    energyWh: null,
    co2Kg: null,
  });
  const later = { from: '2030-01-04', to: '2030-01-31' };
  expect(await server.ok(savings, mallAdmin, later)).toMatchObject({ waterL: null, assumptions: [] });
});

test('savings of one robot count its reports only', async () => {
  const north = await aTargetSite('North', { manualM2PerHour: 100 });
  const report = await server.aReport({ ...at(3), mapId: north.mapId, cleanedM2: 50 });
  await server.aReport({ ...at(3), mapId: north.mapId, cleanedM2: 800 });
  const { hours } = await server.ok(savings, mallAdmin, { ...january, deviceId: report.deviceId });
  expect(hours).toEqual({ value: 0.5, sites: 1, reports: 1 });
});
