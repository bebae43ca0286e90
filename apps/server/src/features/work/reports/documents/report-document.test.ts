import { errors, langs, reportCalls, reportDocumentCalls, type Lang } from '@sweepline/contract';
import { greyPng } from '@sweepline/map-core/test-kit/png';
import { createHash } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { inScope } from '../../../../platform/db/db.ts';
import { storeFile } from '../../../../platform/files/files.ts';
import { companyIds, people, square } from '../../../../test-kit/index.ts';
import { ownTestServer } from '../../../../test-kit/test-server.ts';
import { liveQuery } from './report-period-order.ts';
import { documentTexts } from '../report-texts.ts';

const { record, pdf, periodPdf, sheet, checkPrint } = reportDocumentCalls;
const server = ownTestServer();

const { mallAdmin, reader } = people;
const from = '2030-01-01T00:00:00.000Z';
const to = '2030-01-31T00:00:00.000Z';
const areas = [
  { areaId: 'z1', mapId: '', plannedM2: 16, cleanedM2: 12, coverage: 0.75, seconds: 600 },
] as never;

/** A report with a floor, coverage of three quarters of its zone, and names in five scripts. */
async function aCompleteReport() {
  const map = await server.aMap({ name: '一楼大厅' });
  const passes = new Uint8Array(40_000);
  for (let row = 140; row < 180; row++)
    for (let column = 20; column < 50; column++) passes[row * 200 + column] = 1;
  const content = greyPng(200, 200, passes);
  const picture = await inScope(server.db, '*', (tx) =>
    storeFile(tx, server.files, server.clock, {
      companyId: companyIds.mall,
      kind: 'COVERAGE',
      name: 'c.png',
      mediaType: 'image/png',
      content,
    }),
  );
  const device = await server.aDevice({ nickname: '청소로봇 Größe きれい' });
  const report = await server.aReport({
    mapId: map.id,
    deviceId: device.id,
    plannedM2: 16,
    cleanedM2: 12,
    coverage: 0.75,
    seconds: 900,
    cleaningSeconds: 600,
    waterL: 3.785,
    areas,
    phases: [{ phase: 'CLEANING', seconds: 600 }],
    coverageFiles: [{ mapId: map.id, fileId: picture.id }],
    missed: [{ areaId: 'z1', x: 5.5, y: 3, reason: 'OBSTACLE' }],
  });
  const plan = JSON.stringify({
    cleaningMode: 'SCRUB',
    strength: 'STANDARD',
    repetitions: 1,
    strategy: 'FULL',
    pattern: '',
    finish: 'CHARGE',
    toolWidthM: 0.5,
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

/** Downloads a document and returns its text and number of pages. */
async function read(call: typeof pdf | typeof periodPdf, input: object, lang: Lang = 'en') {
  const answer = await server.answerOf(call, mallAdmin, input, { lang });
  expect(answer.headers['content-type']).toBe('application/pdf');
  const document = await getDocumentProxy(new Uint8Array(answer.rawPayload));
  const { text } = await extractText(document, { mergePages: true });
  return { text: text.replaceAll(/\s+/g, ' '), pages: document.numPages };
}

test('the document of a report has its texts in each of six languages and all names in their scripts', async () => {
  const { id } = await aCompleteReport();
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

test('each file of reports names what started a run, and who, in each of six languages', async () => {
  const { id } = await aCompleteReport();
  const by = '=Wei, "day"';
  await server.asOwner((sql) => sql`update runs set origin = 'SCHEDULE', by = ${by} where id = ${id}`);
  for (const lang of langs) {
    const texts = documentTexts[lang];
    const starter = `${texts.originWord.SCHEDULE} · ${texts.by} ${by}`;
    expect((await read(pdf, { id }, lang)).text, lang).toContain(starter);
    // The lines of a column may be wrapped anywhere.
    const plain = (text: string) => text.replaceAll(/\s/g, '');
    expect(plain((await read(periodPdf, { from, to }, lang)).text), lang).toContain(plain(starter));
    const book = await server.answerOf(sheet, mallAdmin, { from, to }, { lang });
    const [heads = [], row = []] = await readSheet(book.rawPayload);
    expect(row[heads.indexOf(texts.origin)], lang).toBe(texts.originWord.SCHEDULE);
    expect(row[heads.indexOf(texts.by)], lang).toBe(by);
  }
  const { data } = await server.send(reportCalls.export, mallAdmin, { from, to });
  const [heads = '', row = ''] = String(data).trim().split('\r\n');
  expect(heads).toContain(',endedAt,origin,by,plannedM2,');
  expect(row).toContain(`,SCHEDULE,"'=Wei, ""day""",`);
});

test('the document of a report names its no-go areas and its planned, reachable and cleaned floor', async () => {
  const { id } = await aCompleteReport();
  const texts = documentTexts.en;
  expect((await read(pdf, { id })).text).not.toContain(`${texts.noGo} 2`);
  const fountain = { ...square(4, 4, 'fountain'), type: 'NO_GO' };
  await server.asOwner(
    (sql) => sql`update maps set elements = jsonb_set(elements, '{zones}', ${sql.json([fountain])})`,
  );
  await server.asOwner((sql) => sql`update runs set map_version = null`);
  await server.asOwner(
    (sql) => sql`update task_reports set planned_m2 = 16, no_go_m2 = 2.5, reachable_m2 = 13 where id = ${id}`,
  );
  const { text } = await read(pdf, { id });
  expect(text).toContain('Planned 16 m²');
  expect(text).toMatch(/No-go 2.5 m² · Reachable 13 m²/);
});

test('the links of a document have the configured address, for any headers of the request', async () => {
  const { id } = await aCompleteReport();
  const evil = {
    host: 'evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
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

test('numbers are in the reader’s units and time zone, and an unknown value is a dash', async () => {
  const { id } = await aCompleteReport();
  const metric = await read(pdf, { id });
  expect(metric.text).toContain('12 m²');
  expect(metric.text).toContain('3.8 L');
  const american = await read(pdf, { id, area: 'FT2', volume: 'GALLON', timezone: 'America/New_York' });
  expect(american.text).toContain('129 ft²');
  expect(american.text).toContain('1 gal');
  expect(american.text).toContain('America/New_York');
  expect(american.text).toMatch(/Dirty water —/);
});

test('the fingerprint of a record is the hash of its bytes, and changes with its figures but not with a name', async () => {
  const { id, deviceId } = await aCompleteReport();
  const before = await server.ok(record, mallAdmin, { id });
  expect(createHash('sha256').update(before.record).digest('hex')).toBe(before.sha256);
  expect(JSON.parse(before.record)).toMatchObject({ format: 'sweepline-report-1', id, cleanedM2: 12 });
  await server.asOwner((sql) => sql`update devices set nickname = 'New name' where id = ${deviceId}`);
  expect(await server.ok(record, mallAdmin, { id })).toEqual(before);
  await server.asOwner((sql) => sql`update task_reports set cleaned_m2 = 13 where id = ${id}`);
  expect((await server.ok(record, mallAdmin, { id })).sha256).not.toBe(before.sha256);
});

test('the document of a period lists implausible reports and excludes them from its totals', async () => {
  await aCompleteReport();
  const odd = await server.aReport({ plannedM2: 10, cleanedM2: 5_000, startedAt: from, endedAt: from });
  const { text, pages } = await read(periodPdf, { from, to, timezone: 'Europe/Berlin' });
  expect(pages).toBeGreaterThan(1);
  expect(text).toContain('Mall');
  expect(text).toContain('12 m²');
  expect(text).toContain('1 reports contain implausible values');
  expect(text).toContain(documentTexts.en.flag.CLEANED_OVER_PLANNED);
  expect(text).toContain(documentTexts.en.floorsQuestion);
  expect(odd.flags).toEqual(['CLEANED_OVER_PLANNED']);
});

test('the fingerprint of a period changes with the figures of its records, but not with names', async () => {
  const { id, deviceId } = await aCompleteReport();
  const other = await server.aReport({ plannedM2: 10, cleanedM2: 5, startedAt: from, endedAt: from });
  const printedFingerprint = async () => {
    const { text } = await read(periodPdf, { from, to });
    return /[0-9a-f]{32} ?[0-9a-f]{32}/.exec(text)?.[0].replace(' ', '');
  };
  const prints = await Promise.all(
    [id, other.id].toSorted().map(async (reportId) => {
      const { sha256 } = await server.ok(record, mallAdmin, { id: reportId });
      return `${reportId} ${sha256}\n`;
    }),
  );
  const before = createHash('sha256').update(prints.join('')).digest('hex');
  await server.asOwner((sql) => sql`update devices set nickname = 'New name' where id = ${deviceId}`);
  expect(await printedFingerprint()).toBe(before);
  await server.asOwner((sql) => sql`update task_reports set cleaned_m2 = 6 where id = ${other.id}`);
  expect(await printedFingerprint()).not.toBe(before);
});

test('a fingerprint is checked without an account, and the answer states whether its records changed', async () => {
  const { id } = await aCompleteReport();
  await server.aReport({ companyId: companyIds.other, startedAt: from, endedAt: from });
  const { text } = await read(periodPdf, {
    from,
    to,
    timezone: 'Europe/Berlin',
  });
  expect(text).toContain(documentTexts.en.checkPrint);
  const sha256 = /[0-9a-f]{32} ?[0-9a-f]{32}/.exec(text)![0].replace(' ', '');
  const check = async () => (await server.send(checkPrint, undefined, { sha256 })).data;
  const about = { sha256, company: 'Mall', from, to, timezone: 'Europe/Berlin', reports: 1 };
  expect(await check()).toMatchObject({ ...about, state: 'SAME', reportsNow: 1, cameSince: 0 });

  await server.asOwner((sql) => sql`update task_reports set cleaned_m2 = 13 where id = ${id}`);
  expect(await check()).toMatchObject({ ...about, state: 'CHANGED', reportsNow: 1, cameSince: 0 });
  await server.asOwner((sql) => sql`update task_reports set cleaned_m2 = 12 where id = ${id}`);
  expect(await check()).toMatchObject({ state: 'SAME' });

  const receivedAt = new Date(server.clock().getTime() + 60_000).toISOString();
  await server.aReport({ startedAt: from, endedAt: from, receivedAt });
  expect(await check()).toMatchObject({ ...about, state: 'CHANGED', reportsNow: 2, cameSince: 1 });
});

test('the code of a period has the address of the list with the filters of the document', () => {
  const filters = { from, to, result: ['FAILED' as const, 'PARTIAL' as const], keyword: 'Halle & Gang' };
  expect(liveQuery({ ...filters, deviceIds: ['d1'] })).toBe(
    `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}&result=FAILED&result=PARTIAL&keyword=Halle+%26+Gang&deviceId=d1`,
  );
  // The list has a filter for one robot only.
  expect(liveQuery({ from, to, deviceIds: ['d1', 'd2'] })).not.toContain('device');
});

test('an unknown fingerprint is answered as missing, and an address is limited in its checks', async () => {
  await aCompleteReport();
  const guess = (n: number) => ({ sha256: n.toString(16).padStart(64, '0') });
  expect((await server.send(checkPrint, undefined, guess(1))).code).toBe(errors.notFound.code);
  const tries = await Promise.all(
    Array.from({ length: 30 }, (_, n) => server.send(checkPrint, undefined, guess(n))),
  );
  expect(tries.some(({ code }) => code === errors.tooMany.code)).toBe(true);
});

test('a document is refused for more than a month, for other companies and without the right to export', async () => {
  const late = '2030-03-01T00:00:00.000Z';
  for (const call of [periodPdf, sheet]) {
    expect((await server.send(call, mallAdmin, { from, to: late })).msg).toBe(errors.exportTooLong.texts.en);
    expect((await server.send(call, reader, { from, to })).code).toBe(errors.forbidden.code);
  }
  const other = await server.aReport({ companyId: companyIds.other });
  expect((await server.send(pdf, mallAdmin, { id: other.id })).code).toBe(errors.notFound.code);
});

test('a sheet holds every report once, with typed cells in the reader’s language and units', async () => {
  const { id } = await aCompleteReport();
  await server.asOwner((sql) => sql`update runs set name = ${'=1+1 & <Halle>\u0007'} where id = ${id}`);
  const more = 600;
  const run = await server.aRun();
  await server.asOwner(async (sql) => {
    // The rows are inserted without triggers for speed. The test does not read what the triggers write.
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
  const [heads = [], ...rows] = await readSheet(answer.rawPayload);
  expect(rows).toHaveLength(more + 1);
  expect(new Set(rows.map((row) => row[heads.indexOf('ID')])).size).toBe(more + 1);
  const row = rows.find(([name]) => name === '=1+1 & <Halle>');
  expect(row?.[heads.indexOf(documentTexts.ge.coverage)]).toBe(0.75);
  // Twelve square metres in square feet.
  expect(row?.some((cell) => typeof cell === 'number' && Math.abs(cell - 129.16) < 0.01)).toBe(true);
});
