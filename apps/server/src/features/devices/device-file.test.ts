import { deviceCalls, deviceFileCalls, errors, maxImportedDevices } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { deviceChannel, newDevicesChannel } from '../../robots/identity/credential-service.ts';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import { companyIds, people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';

const { importPreview, import: importFile, export: exportFile } = deviceFileCalls;
const server = testServer();

type Who = (typeof people)[keyof typeof people];
const previewed = (file: string | Uint8Array, who: Who = people.mallAdmin, companyId?: string) =>
  server.ok(importPreview, who, companyId ? { companyId } : {}, { files: { file } });
const faultsOf = async (file: string | Uint8Array, who: Who = people.mallAdmin) =>
  (await previewed(file, who)).faults.map(({ line, column, reason }) => [line, column, reason]);
const imported = (file: string | Uint8Array, who: Who = people.mallAdmin) =>
  server.send(importFile, who, {}, { files: { file } });
const devicesOf = async (who: Who = people.mallAdmin) => (await server.ok(deviceCalls.list, who, {})).list;
const exported = async (who: Who, input: object = {}) => {
  const { code, data } = await server.send(exportFile, who, input);
  expect(code).toBe(200);
  return String(data).replace('\ufeff', '').trim().split('\r\n');
};

test('a file is looked at first and changes nothing, then becomes devices in stock that wait for activation', async () => {
  const site = await server.aSite({ name: 'Mall One' });
  const file = `sn,model,nickname,site,tags\nJ20-1,j20,Otter,mall one,night;lobby\nJ30-2,J30,,,\n`;
  expect(await previewed(file)).toMatchObject({
    ...{ rows: 2, good: 2, faults: [], more: false, unknown: [] },
    first: [
      { line: 2, sn: 'J20-1', model: 'J20', nickname: 'Otter', site: 'mall one', tags: ['night', 'lobby'] },
      { line: 3, sn: 'J30-2', nickname: 'J30-2' },
    ],
  });
  expect(await devicesOf()).toEqual([]);

  expect((await imported(file)).data).toEqual({ added: 2 });
  expect(await devicesOf()).toMatchObject([
    { sn: 'J30-2', nickname: 'J30-2', companyId: companyIds.mall, binding: 'NOT_ACTIVATED', site: null },
    { sn: 'J20-1', nickname: 'Otter', tags: ['night', 'lobby'], site: { id: site.id }, activatedAt: null },
  ]);
});

test('the gateway is told of an import’s devices together and knows them all', async () => {
  const told: string[][] = [];
  const stop = server.bus.subscribeAll(({ channel, content }) => {
    if (channel === newDevicesChannel) told.push((content as { deviceIds: string[] }).deviceIds);
    expect(channel).not.toBe(deviceChannel);
  });
  const lines = Array.from({ length: 200 }, (_, n) => `J20-${n},J20`);
  expect((await imported(['sn,model', ...lines].join('\n'))).data).toEqual({ added: 200 });
  stop();
  expect(told.map(({ length }) => length)).toEqual([150, 50]);
  await eventually(() => told.flat().every((id) => server.gateway.live(id)), 'the gateway to know them');
});

test('every fault is told by line and column, and one of them keeps the whole file out', async () => {
  await server.aDevice({ sn: 'J20-taken', companyId: companyIds.other });
  const file = [
    'sn,model,nickname,company,site,tags,iccid,protocol',
    'J20-1,J20,One,,,,,',
    'j20-1,J20,Again,,,,,',
    'J20-TAKEN,J20,Taken,,,,,',
    'J20/4,J20,Slash,,,,,',
    'J20-5,J99,Model,,,,,',
    'J20-6,J40,Other model,,,,,',
    ',J20,No number,,,,,',
    'J20-8,J20,=HYPERLINK(1),,,,,',
    'J20-9,J20,Elsewhere,Nowhere Ltd,,,,',
    'J20-10,J20,Away,,Moon,,,',
    'J20-11,J20,Card,,,,12,',
    'J20-12,J20,Old,,,,,v1',
  ].join('\n');
  expect(await faultsOf(file)).toEqual([
    [3, 'sn', 'TWICE_IN_FILE'],
    [4, 'sn', 'TAKEN'],
    [5, 'sn', 'INVALID'],
    [6, 'model', 'INVALID'],
    [7, 'model', 'INVALID'],
    [8, 'sn', 'MISSING'],
    [9, 'nickname', 'FORMULA'],
    [10, 'company', 'UNKNOWN'],
    [11, 'site', 'UNKNOWN'],
    [12, 'iccid', 'INVALID'],
    [13, 'protocol', 'INVALID'],
  ]);
  expect(await previewed(file)).toMatchObject({ rows: 12, good: 1 });
  expect((await imported(file)).code).toBe(errors.invalid.code);
  expect(await devicesOf()).toEqual([]);
});

test('a company is named only by who sees it, and is asked about when two are called the same', async () => {
  const file = 'sn,model,company\nJ20-1,J20,Other';
  const [{ name } = { name: '' }] = await server.asOwner(
    (sql) => sql<{ name: string }[]>`select name from companies where id = ${companyIds.other}`,
  );
  const named = file.replace('Other', name);
  expect(await faultsOf(named)).toEqual([[2, 'company', 'UNKNOWN']]);
  expect((await imported(named, people.superAdmin)).code).toBe(200);
  const [device] = await devicesOf(people.otherAdmin);
  expect(device).toMatchObject({ sn: 'J20-1', companyId: companyIds.other });

  await server.asOwner((sql) => sql`update companies set name = ${name} where id = ${companyIds.mall}`);
  expect(await faultsOf(named.replace('J20-1', 'J20-2'), people.superAdmin)).toEqual([
    [2, 'company', 'AMBIGUOUS'],
  ]);
  expect(
    (await server.send(importPreview, people.mallAdmin, { companyId: companyIds.other }, { files: { file } }))
      .code,
  ).toBe(errors.notFound.code);
});

test('GBK is read, a hundred thousand lines and what is no table are told as such', async () => {
  const gbk = Buffer.concat([
    Buffer.from('sn;model;nickname\r\nJ20-1;J20;'),
    Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0x0d, 0x0a]),
  ]);
  expect(await previewed(gbk)).toMatchObject({ encoding: 'gb18030', good: 1, first: [{ nickname: '中文' }] });
  const lines = Array.from({ length: maxImportedDevices + 1 }, (_, n) => `J20-${n},J20`);
  expect(await faultsOf(`sn,model\n${lines.join('\n')}`)).toEqual([[0, '', 'TOO_MANY_LINES']]);
  expect(await faultsOf(`sn,model\n${'x,J20\n'.repeat(100_000)}`)).toEqual([[0, '', 'TOO_MANY_LINES']]);
  expect(await faultsOf(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]))).toEqual([[0, '', 'ENCODING']]);
  expect((await server.send(importPreview, people.mallAdmin, {})).code).toBe(errors.invalid.code);
});

test('two imports of the same number at once: one is taken whole, the other not at all', async () => {
  const first = imported('sn,model\nJ20-1,J20\nJ20-2,J20');
  const second = imported('sn,model\nJ20-3,J20\nJ20-2,J20', people.otherAdmin);
  const codes = (await Promise.all([first, second])).map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  const all = (await devicesOf(people.superAdmin)).map(({ sn }) => sn).toSorted();
  expect(all).toEqual(codes[0] === 200 ? ['J20-1', 'J20-2'] : ['J20-2', 'J20-3']);
});

test('an export holds what the list shows, of nobody else, and can be imported elsewhere', async () => {
  await server.aDevice({ sn: 'J20-b', nickname: 'Beta', model: 'J20', tags: ['night'] });
  await server.aDevice({ sn: 'J30-a', nickname: '=Alpha', model: 'J30' });
  await server.aDevice({ sn: 'J30-x', nickname: 'Hidden', companyId: companyIds.other });
  const [heading = '', ...rows] = await exported(people.mallAdmin);
  expect(heading.split(',').slice(0, 3)).toEqual(['sn', 'model', 'nickname']);
  expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
    ['J30-a', 'J30', "'=Alpha"],
    ['J20-b', 'J20', 'Beta'],
  ]);
  expect(await exported(people.mallAdmin, { model: ['J20'] })).toHaveLength(2);

  await server.asOwner((sql) => sql`delete from devices`);
  const file = [heading, ...rows].map((row) => row).join('\n');
  expect((await imported(file)).data).toEqual({ added: 2 });
  expect((await devicesOf()).map(({ nickname }) => nickname)).toEqual(['=Alpha', 'Beta']);
});

test('an export of chosen devices with one of another company among them does nothing', async () => {
  const own = await server.aDevice({ nickname: 'Own' });
  const foreign = await server.aDevice({ companyId: companyIds.other });
  expect(await exported(people.mallAdmin, { ids: [own.id] })).toHaveLength(2);
  const both = await server.send(exportFile, people.mallAdmin, { ids: [own.id, foreign.id] });
  expect(both.code).toBe(errors.notFound.code);
});

test('who may not import or export is refused', async () => {
  expect((await imported('sn,model\nJ20-1,J20', people.reader)).code).toBe(errors.forbidden.code);
  expect((await server.send(exportFile, people.reader, {})).code).toBe(errors.forbidden.code);
});
