import { errors, langs, reportDocumentCalls, type Lang } from '@sweepline/contract';
import { encode } from 'fast-png';
import { createHash } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { storeFile } from '../../../platform/files/files.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { liveQuery } from './report-period-order.ts';
import { documentTexts } from '../report-texts.ts';

const { record, pdf, periodPdf, sheet, checkPrint } = reportDocumentCalls;
const server = testServer();

const { mallAdmin, reader } = people;
const from = '2030-01-01T00:00:00.000Z';
const to = '2030-01-31T00:00:00.000Z';
const areas = [
  { areaId: 'z1', mapId: '', plannedM2: 16, cleanedM2: 12, coverage: 0.75, seconds: 600 },
] as never;

/** A report with a floor, passes over three quarters of its zone, and names in five scripts. */
async function aProvenReport() {
  const map = await server.aMap({ name: '一楼大厅' });
  const passes = new Uint8Array(40_000);
  for (let row = 140; row < 180; row++)
    for (let column = 20; column < 50; column++) passes[row * 200 + column] = 1;
  const content = encode({ width: 200, height: 200, channels: 1, data: passes });
  const picture = await inScope(server.db, '*', (tx) =>
    storeFile(tx, server.files, server.clock, {
      ...{ companyId: companyIds.mall, kind: 'COVERAGE', name: 'c.png', mediaType: 'image/png', content },
    }),
  );
  const device = await server.aDevice({ nickname: '청소로봇 Größe きれい' });
  const report = await server.aReport({
    ...{ mapId: map.id, deviceId: device.id, plannedM2: 16, cleanedM2: 12, coverage: 0.75, seconds: 900 },
    ...{ cleaningSeconds: 600, waterL: 3.785, areas, phases: [{ phase: 'CLEANING', seconds: 600 }] },
    coverageFiles: [{ mapId: map.id, fileId: picture.id }],
    missed: [{ areaId: 'z1', x: 5.5, y: 3, reason: 'OBSTACLE' }],
  });
  const plan = JSON.stringify({
    ...{ cleaningMode: 'SCRUB', strength: 'STANDARD', repetitions: 1, strategy: 'FULL', pattern: '' },
    ...{ finish: 'CHARGE', toolWidthM: 0.5 },
    areas: [
      {
        areaId: 'z1',
        name: 'Zone z1',
        areaM2: 16,
        polygon: [
          [2, 2],
          [6, 2],
          [6, 6],
          [2, 6],
        ],
      },
    ],
  });
  await server.asOwner((sql) => sql`update runs set plan = ${plan}::text::jsonb where id = ${report.id}`);
  return report;
}

/** A document as a person gets it, and what stands in it. */
async function read(call: typeof pdf | typeof periodPdf, input: object, lang: Lang = 'en') {
  const answer = await server.answerOf(call, mallAdmin, input, { lang });
  expect(answer.headers['content-type']).toBe('application/pdf');
  const document = await getDocumentProxy(new Uint8Array(answer.rawPayload));
  const { text } = await extractText(document, { mergePages: true });
  return { text: text.replaceAll(/\s+/g, ' '), pages: document.numPages };
}

test('the document of a report is written in each of six languages, every letter embedded', async () => {
  const { id } = await aProvenReport();
  const { sha256 } = await server.ok(record, mallAdmin, { id });
  for (const lang of langs) {
    const texts = documentTexts[lang];
    const { text } = await read(pdf, { id }, lang);
    for (const word of [texts.title, texts.coverage, texts.missedQuestion, texts.reason.OBSTACLE])
      expect(text, lang).toContain(word);
    for (const name of ['청소로봇', 'Größe', 'きれい', '一楼大厅']) expect(text, lang).toContain(name);
    expect(text.replaceAll(' ', ''), lang).toContain(sha256);
  }
});

test('the links of a document lead to the installation’s own address, whatever the caller says', async () => {
  const { id } = await aProvenReport();
  const evil = {
    ...{ host: 'evil.example', origin: 'https://evil.example', referer: 'https://evil.example/' },
    ...{ 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  };
  for (const [call, input] of [
    [pdf, { id }],
    [periodPdf, { from, to }],
  ] as const) {
    const answer = await server.answerOf(call, mallAdmin, input, { headers: evil });
    const document = await getDocumentProxy(new Uint8Array(answer.rawPayload));
    const links: string[] = [];
    for (let page = 1; page <= document.numPages; page++) {
      const annotations = await (await document.getPage(page)).getAnnotations();
      links.push(...annotations.flatMap(({ url }: { url?: string }) => url ?? []));
    }
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(new URL(link).origin).toBe('https://console.example');
  }
  expect(await server.send(pdf, mallAdmin, { id, origin: 'https://evil.example' })).toMatchObject({
    code: errors.invalid.code,
  });
});

test('numbers are in the reader’s units and zone, and what is not known is a dash', async () => {
  const { id } = await aProvenReport();
  const metric = await read(pdf, { id });
  expect(metric.text).toContain('12 m²');
  expect(metric.text).toContain('3.8 L');
  const american = await read(pdf, { id, area: 'FT2', volume: 'GALLON', timezone: 'America/New_York' });
  expect(american.text).toContain('129 ft²');
  expect(american.text).toContain('1 gal');
  expect(american.text).toContain('America/New_York');
  expect(american.text).toMatch(/Dirty water —/);
});

test('the record’s fingerprint is that of its bytes, and follows what was measured and not what is renamed', async () => {
  const { id, deviceId } = await aProvenReport();
  const before = await server.ok(record, mallAdmin, { id });
  expect(createHash('sha256').update(before.record).digest('hex')).toBe(before.sha256);
  expect(JSON.parse(before.record)).toMatchObject({ format: 'sweepline-report-1', id, cleanedM2: 12 });
  await server.asOwner((sql) => sql`update devices set nickname = 'New name' where id = ${deviceId}`);
  expect(await server.ok(record, mallAdmin, { id })).toEqual(before);
  await server.asOwner((sql) => sql`update task_reports set cleaned_m2 = 13 where id = ${id}`);
  expect((await server.ok(record, mallAdmin, { id })).sha256).not.toBe(before.sha256);
});

test('the document of a period has its totals without the impossible, and lists them all the same', async () => {
  await aProvenReport();
  const odd = await server.aReport({ plannedM2: 10, cleanedM2: 5_000, startedAt: from, endedAt: from });
  const { text, pages } = await read(periodPdf, { from, to, timezone: 'Europe/Berlin' });
  expect(pages).toBeGreaterThan(1);
  expect(text).toContain('Mall');
  expect(text).toContain('12 m²');
  expect(text).toContain('1 reports cannot be as they say');
  expect(text).toContain(documentTexts.en.flag.CLEANED_OVER_PLANNED);
  expect(text).toContain(documentTexts.en.floorsQuestion);
  expect(odd.flags).toEqual(['CLEANED_OVER_PLANNED']);
});

test('the fingerprint of a period is of all its records: it follows what was measured, not names or the order of the list', async () => {
  const { id, deviceId } = await aProvenReport();
  const other = await server.aReport({ plannedM2: 10, cleanedM2: 5, startedAt: from, endedAt: from });
  const printed = async () => {
    const { text } = await read(periodPdf, { from, to });
    return /[0-9a-f]{32} ?[0-9a-f]{32}/.exec(text)?.[0].replace(' ', '');
  };
  const prints = await Promise.all(
    [id, other.id].toSorted().map(async (one) => {
      const { sha256 } = await server.ok(record, mallAdmin, { id: one });
      return `${one} ${sha256}\n`;
    }),
  );
  const before = createHash('sha256').update(prints.join('')).digest('hex');
  await server.asOwner((sql) => sql`update devices set nickname = 'New name' where id = ${deviceId}`);
  expect(await printed()).toBe(before);
  await server.asOwner((sql) => sql`update task_reports set cleaned_m2 = 6 where id = ${other.id}`);
  expect(await printed()).not.toBe(before);
});

test('whoever holds the document of a period learns without an account whether its records are still the same', async () => {
  const { id } = await aProvenReport();
  await server.aReport({ companyId: companyIds.other, startedAt: from, endedAt: from });
  const { text } = await read(periodPdf, {
    from,
    to,
    timezone: 'Europe/Berlin',
  });
  expect(text).toContain(documentTexts.en.checkPrint);
  const sha256 = /[0-9a-f]{32} ?[0-9a-f]{32}/.exec(text)![0].replace(' ', '');
  const told = async () => (await server.send(checkPrint, undefined, { sha256 })).data;
  const about = { sha256, company: 'Mall', from, to, timezone: 'Europe/Berlin', reports: 1 };
  expect(await told()).toMatchObject({ ...about, state: 'SAME', reportsNow: 1, cameSince: 0 });

  await server.asOwner((sql) => sql`update task_reports set cleaned_m2 = 13 where id = ${id}`);
  expect(await told()).toMatchObject({ ...about, state: 'CHANGED', reportsNow: 1, cameSince: 0 });
  await server.asOwner((sql) => sql`update task_reports set cleaned_m2 = 12 where id = ${id}`);
  expect(await told()).toMatchObject({ state: 'SAME' });

  const receivedAt = new Date(server.clock().getTime() + 60_000).toISOString();
  await server.aReport({ startedAt: from, endedAt: from, receivedAt });
  expect(await told()).toMatchObject({ ...about, state: 'CHANGED', reportsNow: 2, cameSince: 1 });
});

test('the code of a period leads to the list with the filters of the document', () => {
  const filters = { from, to, result: ['FAILED' as const, 'PARTIAL' as const], keyword: 'Halle & Gang' };
  expect(liveQuery({ ...filters, deviceIds: ['d1'] })).toBe(
    `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}&result=FAILED&result=PARTIAL&keyword=Halle+%26+Gang&deviceId=d1`,
  );
  // The list narrows to one robot or to none.
  expect(liveQuery({ from, to, deviceIds: ['d1', 'd2'] })).not.toContain('device');
});

test('a fingerprint nothing went out with is unknown, and nobody tries them by the thousand', async () => {
  await aProvenReport();
  const one = (n: number) => ({ sha256: n.toString(16).padStart(64, '0') });
  expect((await server.send(checkPrint, undefined, one(1))).code).toBe(errors.notFound.code);
  const tries = await Promise.all(
    Array.from({ length: 30 }, (_, n) => server.send(checkPrint, undefined, one(n))),
  );
  expect(tries.some(({ code }) => code === errors.tooMany.code)).toBe(true);
});

test('documents cover at most a month, of one’s own companies, and only for who may export', async () => {
  const late = '2030-03-01T00:00:00.000Z';
  for (const call of [periodPdf, sheet]) {
    expect((await server.send(call, mallAdmin, { from, to: late })).msg).toBe(errors.exportTooLong.texts.en);
    expect((await server.send(call, reader, { from, to })).code).toBe(errors.forbidden.code);
  }
  const other = await server.aReport({ companyId: companyIds.other });
  expect((await server.send(pdf, mallAdmin, { id: other.id })).code).toBe(errors.notFound.code);
});

/** One file of a zip, found by its directory and checked against its sum, as a spreadsheet would. */
function partOf(zip: Buffer, wanted: string): string {
  for (let at = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(at) === 0x02014b50;) {
    const [sum, packed, size] = [16, 20, 24].map((field) => zip.readUInt32LE(at + field));
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    if (zip.toString('utf8', at + 46, nameEnd) === wanted) {
      const from = zip.readUInt32LE(at + 42);
      const begin = from + 30 + zip.readUInt16LE(from + 26);
      const bytes = inflateRawSync(zip.subarray(begin, begin + packed!));
      expect([bytes.length, crc32(bytes)]).toEqual([size, sum]);
      return bytes.toString();
    }
    at = nameEnd;
  }
  throw new Error(`no ${wanted}`);
}

test('a sheet streams every report once, each cell as what it is, in the reader’s language, units and zone', async () => {
  const { id } = await aProvenReport();
  await server.asOwner((sql) => sql`update runs set name = ${'=1+1 & <Halle>\u0007'} where id = ${id}`);
  const more = 600;
  const run = await server.aRun();
  await server.asOwner(async (sql) => {
    // So many rows are written without what follows a report: nothing of it is asked about here.
    await sql`set session_replication_role = replica`;
    await sql`insert into runs select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
      from runs r, generate_series(1, ${more}) where r.id = ${run.id}`;
    await sql`
      insert into task_reports (id, company_id, device_id, result, code, started_at, ended_at, areas, phases, pauses, alarm_ids,
        consumables, coverage_files, received_at)
      select r.id, r.company_id, r.device_id, 'SUCCESS', '', ${from}, ${from}, '[]', '[]', '[]', '[]', '[]', '[]', ${from}
      from runs r where r.id <> ${run.id} and r.id <> ${id}`;
    await sql`set session_replication_role = origin`;
  });
  const zone = { timezone: 'Europe/Berlin', area: 'FT2' };
  const answer = await server.answerOf(sheet, mallAdmin, { from, to, ...zone }, { lang: 'ge' });
  expect(answer.headers['content-disposition']).toContain('.xlsx');
  const text = partOf(answer.rawPayload, 'xl/worksheets/sheet1.xml');
  expect(text.match(/<row>/g)).toHaveLength(more + 2);
  expect(new Set(text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g)).size).toBe(more + 1);
  expect(text).toContain(`>${documentTexts.ge.coverage}<`);
  expect(text).toContain('>=1+1 &amp; &lt;Halle&gt;<');
  // Twelve square metres, and three quarters of what was planned.
  expect(text).toMatch(/<v>129\.16\d*<\/v>/);
  expect(text).toContain('<v>0.75</v>');
});
