import { errors, monthForecast, networkCardCalls } from '@sweepline/contract';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { simOperatorOverHttp } from './sim-operator-http-service.ts';
import { companyIds, people, startedAt } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { askOperator } from './card-watch-service.ts';
import { storeReportedCard } from './network-card-service.ts';

const { list, summary, detail, importPreview, import: importFile, update, refresh } = networkCardCalls;
const { suspend, resume, remove, export: exportFile } = networkCardCalls;
const iccid = '89860012345678901234';
const gb = 1024 ** 3;

/** A test operator that implements docs/sim-operator.md. */
const cards = new Map<string, Record<string, unknown>>();
const requests: string[] = [];

const answerOf = (method: string, path: string, body: string) => {
  const url = new URL(path, 'http://operator');
  const [, , , id = '', act = ''] = url.pathname.split('/');
  requests.push(`${method} ${url.pathname}`);
  if (method === 'GET') {
    const ids = (url.searchParams.get('iccid') ?? '').split(',');
    return { cards: ids.flatMap((cardId) => cards.get(cardId) ?? []) };
  }
  const card = cards.get(id);
  if (!card) return { error: 'unknown card' };
  if (act === 'suspend')
    Object.assign(card, {
      status: 'DEACTIVATED',
      suspendedBecause: (JSON.parse(body) as { reason: string }).reason,
    });
  if (act === 'resume') Object.assign(card, { status: 'ACTIVATED', suspendedBecause: '' });
  return {};
};

const operator = createServer((request, reply) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const allowed = request.headers.authorization === 'Bearer secret';
    const content = allowed ? answerOf(request.method ?? '', request.url ?? '', body) : { error: 'who?' };
    reply.writeHead('error' in content ? 409 : 200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(content));
  });
}).listen(0, '127.0.0.1');
await once(operator, 'listening');
const simOperator = simOperatorOverHttp(
  `http://127.0.0.1:${(operator.address() as AddressInfo).port}`,
  'secret',
);
const server = ownTestServer({ simOperator });
beforeEach(() => {
  cards.clear();
  requests.length = 0;
});
afterAll(() => void operator.close());

const anOperatorCard = (changes: object = {}) =>
  cards.set(iccid, {
    iccid,
    status: 'ACTIVATED',
    operator: 'Unicom',
    packageType: '5 GB',
    usedBytes: 2 * gb,
    monthlyBytes: 5 * gb,
    usage: [{ day: '2030-01-01', kind: 'MESSAGES', bytes: gb }],
    ...changes,
  });
const importCards = (file: string, who = people.mallAdmin) =>
  server.send(importFile, who, {}, { files: { file } });
const listCards = async (filter: object = {}, who = people.mallAdmin) =>
  (await server.ok(list, who, filter)).list.map((card) => card.iccid);

test('a file of cards is previewed without storing, and imported as a whole or refused', async () => {
  const file = `iccid,operator,monthlyMb,expires\n${iccid},Unicom,5120,2030-12-31\n8986-0012-3456-7890-1235,,,\n`;
  const preview = await server.ok(importPreview, people.mallAdmin, {}, { files: { file } });
  expect(preview).toMatchObject({ rows: 2, good: 2, faults: [], first: [{ iccid, monthlyMb: 5120 }, {}] });
  expect(await listCards()).toEqual([]);
  expect((await importCards(file)).data).toEqual({ added: 2 });
  expect(await listCards()).toEqual([iccid, '89860012345678901235']);

  const again = `iccid,expires,company\n${iccid},,\n12,,\n89860012345678909999,30.02.2031,\n89860012345678908888,,Nowhere`;
  const { faults, good } = await server.ok(importPreview, people.otherAdmin, {}, { files: { file: again } });
  expect(faults.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [2, 'iccid', 'TAKEN'],
    [3, 'iccid', 'INVALID'],
    [4, 'expires', 'INVALID'],
    [5, 'company', 'UNKNOWN'],
  ]);
  expect(good).toBe(0);
  expect((await importCards(again, people.otherAdmin)).code).toBe(errors.invalid.code);
});

test('the expiry of a card is read as Excel writes it, and a day that does not exist is refused', async () => {
  const cell = { '89860012345678900001': '31.03.2027', '89860012345678900002': '2027/3/31' };
  const lines = Object.entries(cell).map((row) => row.join());
  expect((await importCards(`iccid,expires\n${lines.join('\n')}`)).data).toEqual({ added: 2 });
  const { list: cards } = await server.ok(list, people.mallAdmin, {});
  expect(cards.map(({ expiresAt }) => expiresAt)).toEqual(lines.map(() => '2027-03-31T00:00:00.000Z'));
  const wrong = 'iccid,expires\n89860012345678900003,2027-02-30';
  const { faults } = await server.ok(importPreview, people.mallAdmin, {}, { files: { file: wrong } });
  expect(faults).toEqual([{ line: 2, column: 'expires', reason: 'INVALID', value: '2027-02-30' }]);
});

test('a file with faults is refused with the fault of each line, and nothing is stored', async () => {
  const preview = (file: string | Uint8Array) =>
    server.ok(importPreview, people.mallAdmin, {}, { files: { file } });
  const faultsOf = async (file: string | Uint8Array) =>
    (await preview(file)).faults.map(({ line, column, reason }) => [line, column, reason]);
  const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]);
  const chinese = Buffer.concat([Buffer.from(`iccid;operator\r\n${iccid};`), gbk]);
  expect(await preview(chinese)).toMatchObject({
    encoding: 'gb18030',
    good: 1,
    first: [{ operator: '中文' }],
  });
  const spaced = iccid.replace(/(\d{4})/g, '$1 ').trim();
  const ambiguous = `iccid;monthlyMb\n89860012345678905551;1,024\n89860012345678905552;1.024\n89860012345678905553;1e3`;
  expect(await faultsOf(ambiguous)).toEqual([
    [2, 'monthlyMb', 'NUMBER_AMBIGUOUS'],
    [3, 'monthlyMb', 'NUMBER_AMBIGUOUS'],
    [4, 'monthlyMb', 'INVALID'],
  ]);
  const bad = `iccid,operator,monthlyMb\n${iccid},,\n${spaced},,\n89860012345678905555,=cmd(),\n89860012345678906666,,lots`;
  expect(await faultsOf(bad)).toEqual([
    [3, 'iccid', 'TWICE_IN_FILE'],
    [4, 'operator', 'FORMULA'],
    [5, 'monthlyMb', 'INVALID'],
  ]);
  const tooMany = `iccid\n${`${iccid}\n`.repeat(100_000)}`;
  expect(await faultsOf(tooMany)).toContainEqual([0, '', 'TOO_MANY_LINES']);
  expect((await importCards(bad)).code).toBe(errors.invalid.code);
  expect((await importCards(tooMany)).code).toBe(errors.invalid.code);
  expect(await listCards()).toEqual([]);
});

test('a card is activated when a robot reports it, and is found by the name of that robot', async () => {
  const card = await server.aNetworkCard({ iccid });
  const device = await server.aDevice({ nickname: 'Otter' });
  await inScope(server.db, '*', (tx) => storeReportedCard(tx, device.id, { iccid }, startedAt));
  const read = await server.ok(detail, people.mallAdmin, { id: card.id });
  expect(read.card).toMatchObject({
    status: 'ACTIVATED',
    activatedAt: startedAt,
    device: { id: device.id, nickname: 'Otter' },
  });
  expect(await listCards({ keyword: 'otter' })).toEqual([iccid]);
  expect(await listCards({ linked: false })).toEqual([]);
  // A status of the operator stays when the robot reports its card again.
  await server.asOwner((sql) => sql`update network_cards set status = 'DEACTIVATED'`);
  await inScope(server.db, '*', (tx) => storeReportedCard(tx, device.id, { iccid }, startedAt));
  expect((await server.ok(detail, people.mallAdmin, { id: card.id })).card.status).toBe('DEACTIVATED');
  expect((await server.send(remove, people.mallAdmin, { id: card.id })).code).toBe(errors.cardInRobot.code);
});

test('a card is one, whether its number ends with a filler or not and in either case', async () => {
  const [plain, lettered] = ['8949020000123456789', '898600A2123456789012'];
  expect((await importCards(`iccid\n${plain}\n${lettered}`)).data).toEqual({ added: 2 });
  const again = await server.ok(importPreview, people.mallAdmin, {}, { files: { file: `iccid\n${plain}F` } });
  expect(again.faults).toMatchObject([{ line: 2, column: 'iccid', reason: 'TAKEN' }]);
  for (const [nickname, reported] of [
    ['Otter', `${plain}F`],
    ['Heron', lettered.toLowerCase()],
  ] as const) {
    const device = await server.aDevice({ nickname });
    await inScope(server.db, '*', (tx) => storeReportedCard(tx, device.id, { iccid: reported }, startedAt));
  }
  const { list: rows } = await server.ok(list, people.mallAdmin, {});
  expect(rows.map((card) => [card.iccid, card.status, card.device?.nickname])).toEqual(
    [
      [plain, 'ACTIVATED', 'Otter'],
      [lettered, 'ACTIVATED', 'Heron'],
    ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );
  expect(await listCards({ keyword: `${plain}f` })).toEqual([plain]);
});

test('a card that another robot reports belongs to that robot only', async () => {
  await server.aNetworkCard({ iccid });
  const [first, second] = [
    await server.aDevice({ nickname: 'First' }),
    await server.aDevice({ nickname: 'Second' }),
  ];
  for (const { id } of [first, second])
    await inScope(server.db, '*', (tx) => storeReportedCard(tx, id, { iccid }, startedAt));
  const { list: rows, total } = await server.ok(list, people.mallAdmin, {});
  expect([rows.map(({ device }) => device?.nickname), total]).toEqual([['Second'], 1]);
});

test('a card does not name a robot of another company', async () => {
  const card = await server.aNetworkCard({ iccid });
  await server.aDevice({ iccid, companyId: companyIds.other });
  expect((await server.ok(detail, people.mallAdmin, { id: card.id })).card.device).toBeNull();
});

test('the operator is asked for all cards in one request, and not again before the data is old', async () => {
  anOperatorCard();
  const card = await server.aNetworkCard({ iccid });
  await server.aNetworkCard({ iccid: '89860000000000000009' });
  await askOperator(server.db, simOperator, server.clock);
  await askOperator(server.db, simOperator, server.clock);
  expect(requests).toHaveLength(1);
  const read = await server.ok(detail, people.mallAdmin, { id: card.id });
  expect(read.card).toMatchObject({ usedBytes: 2 * gb, operator: 'Unicom', toldAt: startedAt });
  expect(read.usage).toContainEqual({ day: '2030-01-01', kind: 'MESSAGES', bytes: gb });
  expect(await listCards({ usedOver: 39 })).toEqual([iccid]);
  expect(await listCards({ usedOver: 41 })).toEqual([]);
  expect(await server.ok(summary, people.mallAdmin, {})).toMatchObject({ total: 2, operator: true });
  expect((await server.ok(list, people.mallAdmin, { sort: '-usedBytes' })).list[0]?.iccid).toBe(iccid);
});

test('the filter choices are the operators and states of the visible cards', async () => {
  await server.aNetworkCard({ operator: 'Unicom', status: 'TESTING' });
  await server.aNetworkCard({ operator: 'Unicom', status: 'ACTIVATED' });
  await server.aNetworkCard({ operator: 'Elsewhere', companyId: companyIds.other });
  const choices = await server.ok(networkCardCalls.choices, people.mallAdmin, {});
  expect(choices).toEqual({ operators: ['Unicom'], statuses: ['ACTIVATED', 'TESTING'] });
  expect((await server.ok(list, people.mallAdmin, { status: ['TESTING'], operator: 'Unicom' })).total).toBe(
    1,
  );
});

test('suspending stores the operator’s status with its reason, and resuming reverts both', async () => {
  anOperatorCard();
  const { id } = await server.aNetworkCard({ iccid });
  expect(await server.ok(suspend, people.mallAdmin, { id, reason: 'stolen' })).toMatchObject({
    status: 'DEACTIVATED',
    suspendedBecause: 'stolen',
  });
  expect(await server.ok(resume, people.mallAdmin, { id })).toMatchObject({
    status: 'ACTIVATED',
    suspendedBecause: '',
  });
});

test('a refusal of the operator is returned with its text, and nothing is changed', async () => {
  const { id } = await server.aNetworkCard({ iccid });
  const answer = await server.send(suspend, people.mallAdmin, { id, reason: 'stolen' });
  expect(answer).toMatchObject({ code: errors.operatorRefused.code });
  expect(answer.msg).toContain('unknown card');
  expect((await server.ok(detail, people.mallAdmin, { id })).card.status).toBe('AVAILABLE');
  expect((await server.send(refresh, people.mallAdmin, { id })).code).toBe(errors.operatorRefused.code);
});

test('the company of a card is changed with the current version only, and to a company below only', async () => {
  const card = await server.aNetworkCard({ companyId: companyIds.agent });
  const moved = await server.ok(update, people.agentAdmin, {
    id: card.id,
    version: 1,
    companyId: companyIds.mall,
    remark: 'spare',
  });
  expect(moved).toMatchObject({ companyId: companyIds.mall, remark: 'spare', version: 2 });
  expect((await server.ok(detail, people.mallAdmin, { id: card.id })).usage).toHaveLength(1);
  const stale = await server.send(update, people.agentAdmin, { id: card.id, version: 1, remark: 'x' });
  expect(stale.code).toBe(errors.changedMeanwhile.code);
  const up = await server.send(update, people.mallAdmin, {
    id: card.id,
    version: 2,
    companyId: companyIds.agent,
  });
  expect(up.code).toBe(errors.notFound.code);
});

test('an export holds the cards of the list and can be imported again', async () => {
  await server.aNetworkCard({ iccid, monthlyBytes: 5 * gb });
  await server.aNetworkCard({ companyId: companyIds.other });
  const { data } = await server.send(exportFile, people.mallAdmin, {});
  const lines = String(data).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  await server.asOwner((sql) => sql`delete from network_cards`);
  expect((await importCards(String(data))).data).toEqual({ added: 1 });
  expect((await server.ok(list, people.mallAdmin, {})).list[0]).toMatchObject({
    iccid,
    monthlyBytes: 5 * gb,
  });
});

test('the forecast adds the mean of full days for each remaining day, and is never below the used amount', () => {
  const at = new Date('2030-01-11T12:00:00Z');
  const days = Array.from({ length: 10 }, (_, n) => ({
    day: `2030-01-${String(n + 1).padStart(2, '0')}`,
    bytes: 100,
  }));
  expect(monthForecast(days, 1000, at)).toBe(1000 + 20 * 100);
  // Only the last seven full days count.
  expect(
    monthForecast([{ day: '2029-12-01', bytes: 9e9 }, ...days, { day: '2030-01-11', bytes: 5e9 }], 1000, at),
  ).toBe(3000);
  expect(monthForecast(days, null, at)).toBeNull();
  expect(monthForecast([], 1000, at)).toBeNull();
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(fc.nat({ max: 1e9 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 21, max: 31 }),
      (used, bytes, day) => {
        const usage = bytes.map((amount, n) => ({
          day: `2030-01-${String(n + 1).padStart(2, '0')}`,
          bytes: amount,
        }));
        expect(monthForecast(usage, used, new Date(Date.UTC(2030, 0, day)))).toBeGreaterThanOrEqual(used);
      },
    ),
  );
});
