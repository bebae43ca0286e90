import { deviceLogCalls, errors } from '@sweepline/contract';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { zipStream } from '../../../platform/documents/zip-stream.ts';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { lines } = deviceLogCalls;
const { mallAdmin, otherAdmin } = people;
const server = testServer();

const minute = (n: number) => `2030-01-02T03:${String(n).padStart(2, '0')}:00.000Z`;
const nav = [
  `${minute(0)} INFO nav localised`,
  `${minute(2)} ERROR nav path blocked`,
  '  at planner (line 3)',
  `${minute(4)} INFO nav path free`,
].join('\n');
const system = [`${minute(1)} WARN battery 31 %`, `${minute(3)} DEBUG system tick`, ''].join('\r\n');
const textsOf = async (id: string, input: object = {}) =>
  (await server.ok(lines, mallAdmin, { id, ...input })).lines.map(({ text }) => text);

test('lines of all files are merged by time, and a line without a time stays behind the one before', async () => {
  const { id } = await server.aDeviceLog({ files: { 'nav.log': nav, 'system.log': system } });
  const answer = await server.ok(lines, mallAdmin, { id });
  expect(answer.lines.map(({ text }) => text)).toEqual([
    'localised',
    '31 %',
    'path blocked',
    '  at planner (line 3)',
    'tick',
    'path free',
  ]);
  expect(answer.lines[3]).toEqual({
    n: 3,
    file: 'nav.log',
    at: minute(2),
    level: 'ERROR',
    module: 'nav',
    text: '  at planner (line 3)',
  });
  expect(answer.cursor).toBeNull();
});

test('lines are filtered by file, level, module, text and time', async () => {
  const { id } = await server.aDeviceLog({ files: { 'nav.log': nav, 'system.log': system } });
  expect(await textsOf(id, { file: 'system.log' })).toEqual(['31 %', 'tick']);
  expect(await textsOf(id, { levels: ['ERROR', 'WARN'] })).toEqual([
    '31 %',
    'path blocked',
    '  at planner (line 3)',
  ]);
  expect(await textsOf(id, { module: 'battery' })).toEqual(['31 %']);
  expect(await textsOf(id, { keyword: 'PATH' })).toEqual(['path blocked', 'path free']);
  expect(await textsOf(id, { from: minute(3), to: minute(3) })).toEqual(['tick']);
  expect((await server.send(lines, mallAdmin, { id, file: 'no.log' })).code).toBe(errors.notFound.code);
  expect((await server.send(lines, otherAdmin, { id })).code).toBe(errors.notFound.code);
});

test('a cursor continues where the page ended, whatever the filter', async () => {
  const text = Array.from({ length: 250 }, (_, n) => `${minute(n % 60)} INFO nav line ${n}`).join('\n');
  const { id } = await server.aDeviceLog({ files: { 'nav.log': text } });
  const read: string[] = [];
  let cursor: number | null = 0;
  let pages = 0;
  while (cursor !== null) {
    const page: { lines: { text: string }[]; cursor: number | null } = await server.ok(lines, mallAdmin, {
      id,
      cursor,
      limit: 100,
    });
    read.push(...page.lines.map((line) => line.text));
    ({ cursor } = page);
    pages += 1;
  }
  expect(pages).toBe(3);
  expect(read).toEqual(Array.from({ length: 250 }, (_, n) => `line ${n}`));
  expect(await textsOf(id, { keyword: 'line 24', limit: 3 })).toEqual(['line 24', 'line 240', 'line 241']);
});

test('a line without an end and a time in another zone are read, and characters of several bytes stay whole', async () => {
  const long = `2030-01-02T05:00:00+02:00 INFO nav ${'日'.repeat(40_000)}`;
  const { id } = await server.aDeviceLog({ files: { 'nav.log': long } });
  const answer = await server.ok(lines, mallAdmin, { id });
  expect(answer.lines[0]).toMatchObject({ at: minute(0), level: 'INFO' });
  expect(new Set(answer.lines.map((it) => it.text).join(''))).toEqual(new Set('日'));
  expect(answer.lines.map(({ text }) => text).join('')).toHaveLength(40_000);
});

test('an archive that cannot be read is refused with its own text', async () => {
  const zip = await buffer(zipStream([{ name: 'nav.log', content: [nav.repeat(50)] }]));
  const damaged = Buffer.from(zip);
  damaged.fill(0xff, 60, 90);
  for (const content of [Buffer.from('no zip'), zip.subarray(0, zip.length - 10), damaged]) {
    const { id } = await server.aDeviceLog({ content });
    expect(await server.send(lines, mallAdmin, { id })).toMatchObject({ msg: errors.logUnreadable.texts.en });
  }
});
