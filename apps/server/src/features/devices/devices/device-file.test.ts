import { deviceCalls, deviceFileCalls, errors, maxImportedDevices } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { deviceChannel, newDevicesChannel } from '../identity/credential-service.ts';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { importPreview, import: importFile, export: exportFile } = deviceFileCalls;
const server = testServer();

type Who = (typeof people)[keyof typeof people];
const preview = (file: string | Uint8Array, who: Who = people.mallAdmin, companyId?: string) =>
  server.ok(importPreview, who, companyId ? { companyId } : {}, { files: { file } });
const faultsOf = async (file: string | Uint8Array, who: Who = people.mallAdmin) =>
  (await preview(file, who)).faults.map(({ line, column, reason }) => [line, column, reason]);
const importAs = (file: string | Uint8Array, who: Who = people.mallAdmin) =>
  server.send(importFile, who, {}, { files: { file } });
const devicesOf = async (who: Who = people.mallAdmin) => (await server.ok(deviceCalls.list, who, {})).list;
const exportAs = async (who: Who, input: object = {}) => {
  const { code, data } = await server.send(exportFile, who, input);
  expect(code).toBe(200);
  return String(data).replace('\ufeff', '').trim().split('\r\n');
};

test('a preview changes nothing, and an import creates devices in stock that wait for activation', async () => {
  const site = await server.aSite({ name: 'Mall One' });
  const file = `sn,model,nickname,site,tags\nJ20-1,j20,Otter,mall one,night;lobby\nJ30-2,J30,,,\n`;
  expect(await preview(file)).toMatchObject({
    rows: 2,
    good: 2,
    faults: [],
    more: false,
    unknown: [],
    first: [
      { line: 2, sn: 'J20-1', model: 'J20', nickname: 'Otter', site: 'mall one', tags: ['night', 'lobby'] },
      { line: 3, sn: 'J30-2', nickname: 'J30-2' },
    ],
  });
  expect(await devicesOf()).toEqual([]);

  expect((await importAs(file)).data).toEqual({ added: 2 });
  expect(await devicesOf()).toMatchObject([
    { sn: 'J30-2', nickname: 'J30-2', companyId: companyIds.mall, binding: 'NOT_ACTIVATED', site: null },
    { sn: 'J20-1', nickname: 'Otter', tags: ['night', 'lobby'], site: { id: site.id }, activatedAt: null },
  ]);
});

test('the gateway gets the devices of an import in batches', async () => {
  const batches: string[][] = [];
  const stop = server.bus.subscribeAll(({ channel, content }) => {
    if (channel === newDevicesChannel.name) batches.push((content as { deviceIds: string[] }).deviceIds);
    expect(channel).not.toBe(deviceChannel.name);
  });
  const lines = Array.from({ length: 200 }, (_, n) => `J20-${n},J20`);
  expect((await importAs(['sn,model', ...lines].join('\n'))).data).toEqual({ added: 200 });
  stop();
  expect(batches.map(({ length }) => length)).toEqual([150, 50]);
  await eventually(() => batches.flat().every((id) => server.gateway.live(id)), 'the gateway to know them');
});

test('each fault has line and column, and one fault refuses the whole file', async () => {
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
  expect(await preview(file)).toMatchObject({ rows: 12, good: 1 });
  expect((await importAs(file)).code).toBe(errors.invalid.code);
  expect(await devicesOf()).toEqual([]);
});

test('a company name must be unique and in the caller’s scope', async () => {
  const file = 'sn,model,company\nJ20-1,J20,Other';
  const [{ name } = { name: '' }] = await server.asOwner(
    (sql) => sql<{ name: string }[]>`select name from companies where id = ${companyIds.other}`,
  );
  const withName = file.replace('Other', name);
  expect(await faultsOf(withName)).toEqual([[2, 'company', 'UNKNOWN']]);
  expect((await importAs(withName, people.superAdmin)).code).toBe(200);
  const [device] = await devicesOf(people.otherAdmin);
  expect(device).toMatchObject({ sn: 'J20-1', companyId: companyIds.other });

  await server.asOwner((sql) => sql`update companies set name = ${name} where id = ${companyIds.mall}`);
  expect(await faultsOf(withName.replace('J20-1', 'J20-2'), people.superAdmin)).toEqual([
    [2, 'company', 'AMBIGUOUS'],
  ]);
  expect(
    (await server.send(importPreview, people.mallAdmin, { companyId: companyIds.other }, { files: { file } }))
      .code,
  ).toBe(errors.notFound.code);
});

test('a list of a German Excel is German for a German reader, and in the encoding that a reader chooses', async () => {
  const list = Buffer.from('sn;model;nickname\r\nJ20-1;J20;Süd\r\n', 'latin1');
  const files = { file: new Uint8Array(list) };
  const { mallAdmin } = people;
  for (const lang of ['ge', 'zh-cn', 'en'] as const) {
    const { data } = await server.send(importPreview, mallAdmin, {}, { files, lang });
    expect(data).toMatchObject({ encoding: 'windows-1252', samples: ['Süd'], faults: [] });
  }
  const chosen = async (encoding: 'gb18030' | 'utf-8') =>
    (await server.send(importPreview, mallAdmin, { encoding }, { files })).data;
  expect(await chosen('gb18030')).toMatchObject({ encoding: 'gb18030', samples: ['S黡'] });
  expect(await chosen('utf-8')).toMatchObject({ faults: [{ line: 0, reason: 'ENCODING' }], good: 0 });
});

test('GBK is accepted; too many lines and a file that is no table are faults', async () => {
  const gbk = Buffer.concat([
    Buffer.from('sn;model;nickname\r\nJ20-1;J20;'),
    Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0x0d, 0x0a]),
  ]);
  expect(await preview(gbk)).toMatchObject({ encoding: 'gb18030', good: 1, first: [{ nickname: '中文' }] });
  const lines = Array.from({ length: maxImportedDevices + 1 }, (_, n) => `J20-${n},J20`);
  expect(await faultsOf(`sn,model\n${lines.join('\n')}`)).toEqual([[0, '', 'TOO_MANY_LINES']]);
  expect(await faultsOf(`sn,model\n${'x,J20\n'.repeat(100_000)}`)).toEqual([[0, '', 'TOO_MANY_LINES']]);
  expect(await faultsOf(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]))).toEqual([[0, '', 'ENCODING']]);
  expect((await server.send(importPreview, people.mallAdmin, {})).code).toBe(errors.invalid.code);
});

test('of two concurrent imports with one common serial number one is imported and the other refused', async () => {
  const first = importAs('sn,model\nJ20-1,J20\nJ20-2,J20');
  const second = importAs('sn,model\nJ20-3,J20\nJ20-2,J20', people.otherAdmin);
  const codes = (await Promise.all([first, second])).map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  const all = (await devicesOf(people.superAdmin)).map(({ sn }) => sn).toSorted();
  expect(all).toEqual(codes[0] === 200 ? ['J20-1', 'J20-2'] : ['J20-2', 'J20-3']);
});

test('an export has the listed devices of the scope, and can be imported', async () => {
  await server.aDevice({ sn: 'J20-b', nickname: 'Beta', model: 'J20', tags: ['night'] });
  await server.aDevice({ sn: 'J30-a', nickname: '=Alpha', model: 'J30' });
  await server.aDevice({ sn: 'J30-x', nickname: 'Hidden', companyId: companyIds.other });
  const [heading = '', ...rows] = await exportAs(people.mallAdmin);
  expect(heading.split(',').slice(0, 3)).toEqual(['sn', 'model', 'nickname']);
  expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
    ['J30-a', 'J30', "'=Alpha"],
    ['J20-b', 'J20', 'Beta'],
  ]);
  expect(await exportAs(people.mallAdmin, { model: ['J20'] })).toHaveLength(2);

  await server.asOwner((sql) => sql`delete from devices`);
  const file = [heading, ...rows].map((row) => row).join('\n');
  expect((await importAs(file)).data).toEqual({ added: 2 });
  expect((await devicesOf()).map(({ nickname }) => nickname)).toEqual(['=Alpha', 'Beta']);
});

test('an export of selected devices is refused if one belongs to another company', async () => {
  const own = await server.aDevice({ nickname: 'Own' });
  const foreign = await server.aDevice({ companyId: companyIds.other });
  expect(await exportAs(people.mallAdmin, { ids: [own.id] })).toHaveLength(2);
  const both = await server.send(exportFile, people.mallAdmin, { ids: [own.id, foreign.id] });
  expect(both.code).toBe(errors.notFound.code);
});

test('import and export without the permission are refused', async () => {
  expect((await importAs('sn,model\nJ20-1,J20', people.reader)).code).toBe(errors.forbidden.code);
  expect((await server.send(exportFile, people.reader, {})).code).toBe(errors.forbidden.code);
});
