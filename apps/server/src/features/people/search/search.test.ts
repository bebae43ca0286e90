import { foldText, permissions, searchCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { searchQueries } from './search-query.ts';

const { find } = searchCalls;
const { mall, other, agent } = companyIds;
const server = testServer();

const search = (text: string, who: Person = people.mallAdmin) => server.ok(find, who, { text });
const robots = async (text: string, who?: Person) =>
  (await search(text, who)).devices.map(({ nickname }) => nickname);
const makeRobots = async (...nicknames: string[]) => {
  for (const nickname of nicknames) await server.aDevice({ companyId: mall, nickname });
};

const allEmpty = {
  devices: [],
  companies: [],
  sites: [],
  tasks: [],
  reports: [],
  accounts: [],
  workOrders: [],
};

/** A report of a run of the task. */
async function aReportOf(task: { id: string; deviceId: string }) {
  const report = await server.aReport({ companyId: mall, deviceId: task.deviceId, taskId: task.id });
  await server.asOwner((sql) => sql`update runs set task_id = ${task.id} where id = ${report.id}`);
  return report;
}

/** One record of each kind whose name contains the word. */
async function aWorld(companyId: string, word: string) {
  const device = await server.aDevice({ companyId, nickname: `${word} robot` });
  await server.aSite({ companyId, name: `${word} site` });
  const task = await server.aTask({ companyId, deviceId: device.id, name: `${word} task` });
  const report = await aReportOf(task);
  const account = await server.anAccount({ companyId, username: `${word}.person` });
  return { device, task, report, account };
}

test('one search finds robots, sites, tasks, their reports and accounts of the company', async () => {
  const { device, task, report, account } = await aWorld(mall, 'Lagoon');
  const found = await search('lagoon');
  expect(found.devices).toMatchObject([
    { id: device.id, nickname: 'Lagoon robot', companyName: 'Mall', binding: 'ACTIVATED', similar: false },
  ]);
  expect(found.sites).toMatchObject([{ name: 'Lagoon site', companyName: 'Mall' }]);
  expect(found.tasks).toMatchObject([{ id: task.id, device: { nickname: 'Lagoon robot' } }]);
  expect(found.reports).toMatchObject([{ id: report.id, device: { nickname: 'Lagoon robot' } }]);
  expect(found.accounts).toMatchObject([{ id: account.id, nickname: 'Lagoon.person', companyType: 1 }]);
});

test('nothing of a company outside the tenant scope is found, and everything of those below is', async () => {
  await aWorld(mall, 'Lagoon');
  expect(await search('lagoon', people.otherAdmin)).toEqual(allEmpty);
  expect(await search('mall', people.otherAdmin)).toEqual(allEmpty);
  expect((await search('lagoon', people.agentAdmin)).devices).toHaveLength(1);
  expect((await search('lagoon', people.superAdmin)).tasks).toHaveLength(1);
  expect((await search('mall', people.agentAdmin)).companies).toMatchObject([{ id: mall, type: 1 }]);
});

test('a work order is found by its number without zeros and by its robot, as long as it is open', async () => {
  const { id: deviceId } = await server.aDevice({ companyId: mall, nickname: 'Lagoon robot' });
  const names = { deviceName: 'Lagoon robot', deviceSn: 'J30-41' };
  const order = await server.aWorkOrder({ companyId: mall, deviceId, ...names, number: '2026-000041' });
  await server.aWorkOrder({ companyId: mall, deviceId: null, number: '2026-000043' });
  await server.aWorkOrder({ companyId: mall, deviceId, number: '2026-000042', state: 'RESOLVED' });
  const numbers = async (text: string, who?: Person) =>
    (await search(text, who)).workOrders.map(({ number }) => number);
  expect(await numbers('2026-41')).toEqual(['2026-000041']);
  expect(await numbers('2026-000042')).toEqual(['2026-000042']);
  // Its robot was sold, or there was none.
  expect(await numbers('2026-43')).toEqual(['2026-000043']);
  expect((await search('lagoon')).workOrders).toMatchObject([
    {
      id: order.id,
      device: { nickname: 'Lagoon robot' },
      companyName: 'Mall',
      companyCode: 'MAL',
      state: 'SUBMITTED',
    },
  ]);
  expect(await numbers('mal-2026-41')).toEqual(['2026-000041']);
  expect(await numbers('OTH-2026-000041')).toEqual([]);
  expect(await numbers('2026-41', people.otherAdmin)).toEqual([]);
  expect(await numbers('2026-41', people.agentAdmin)).toEqual(['2026-000041']);
  expect(await numbers('2026-41', people.reader)).toEqual([]);
});

test('many longer words that are similar do not displace one of the same length', async () => {
  await makeRobots(...Array.from({ length: 20 }, (_, n) => `Administrator ${n}`), 'Admin');
  expect((await robots('admni'))[0]).toBe('Admin');
});

test('many closer rows of other companies do not displace the own ones', async () => {
  for (let n = 0; n < 40; n++) await server.aDevice({ companyId: other, nickname: 'Swift' });
  await server.aDevice({ companyId: mall, nickname: 'Swift of the mall' });
  expect(await robots('swift')).toEqual(['Swift of the mall']);
});

test('a kind whose pages the account may not open is empty', async () => {
  await aWorld(mall, 'Lagoon');
  const seen = async (...codes: string[]) => {
    const person = await server.anAccount({ companyId: mall, permissionCodes: codes });
    const found = await search('lagoon', person);
    return Object.entries(found).flatMap(([kind, rows]) => (rows.length > 0 ? [kind] : []));
  };
  expect(await seen()).toEqual([]);
  expect(await seen(permissions.deviceList)).toEqual(['devices']);
  expect(await seen(permissions.sites)).toEqual(['sites']);
  expect(await seen(permissions.taskList)).toEqual(['tasks']);
  expect(await seen(permissions.reportList)).toEqual(['reports']);
  expect(await seen(permissions.outerAccounts)).toEqual(['accounts']);
});

test('companies are found by the permission of their type', async () => {
  const found = async (...codes: string[]) => {
    const person = await server.anAccount({ companyId: agent, permissionCodes: codes });
    return [...(await search('mall', person)).companies, ...(await search('agent', person)).companies];
  };
  expect(await found(permissions.terminalCompanies)).toMatchObject([{ id: mall }]);
  expect(await found(permissions.agents)).toMatchObject([{ id: agent }]);
});

test('an exact name is first, then names that begin so, then names that contain it', async () => {
  await makeRobots('Overswift', 'Swift of the east wing', 'Swiftlet', 'Swift', 'The swift');
  expect(await robots('swift')).toEqual([
    'Swift',
    'Swiftlet',
    'The swift',
    'Swift of the east wing',
    'Overswift',
  ]);
});

test('a similar name is found only if nothing closer is, and is marked', async () => {
  await makeRobots('Swift', 'Swuft');
  expect(await robots('swift')).toEqual(['Swift']);
  expect((await search('swoft')).devices.map(({ nickname, similar }) => [nickname, similar])).toEqual([
    ['Swift', true],
    ['Swuft', true],
  ]);
});

test.each([
  ['a swapped letter', 'Hangzhou', 'hagnzhou'],
  ['a missing letter', 'Hangzhou', 'hangzou'],
  ['a letter too many', 'Hangzhou', 'hanngzhou'],
  ['a wrong letter', 'Hangzhou', 'hangzhiu'],
  ['a wrong first letter', 'Hangzhou', 'jangzhou'],
  ['a swapped letter in a beginning', 'Hangzhou', 'hagnz'],
  ['a wrong letter in a long word', 'Hauptbahnhof', 'hauptbehnhof'],
  ['a letter too many at the end', 'Hangzhou', 'hangzhouu'],
  ['a swapped digit of a serial number', 'Unit 24110729', '24117029'],
  ['a missing Chinese character', '上海虹桥机场', '上海桥机场'],
  ['a wrong Chinese character', '上海虹桥机场', '上海洪桥机场'],
  ['swapped Korean syllables', '스위프트로봇', '스프위트로봇'],
])('%s still finds', async (_what, name, text) => {
  await makeRobots(name, 'Anything else', '北京西站');
  expect(await robots(text)).toEqual([name]);
});

test.each([
  ['two Chinese characters', '上海虹桥机场一号', '虹桥'],
  ['the last Chinese character', '上海虹桥机场', '场'],
  ['two Japanese characters', '東京タワー清掃', 'ワー'],
  ['two Korean syllables', '서울역 청소로봇', '청소'],
  ['Latin letters beside Chinese ones', '航站楼Swift三号', 'swift'],
  ['Chinese characters beside Latin letters', '航站楼Swift三号', '三号'],
  ['letters of full width', 'Swift', 'ＳＷＩＦＴ'],
  ['a name without its accent', 'Müller', 'muller'],
  ['a name with its accent', 'Muller', 'Müller'],
  ['words in another order', 'Lobby east wing', 'wing lobby'],
  ['the inside of a word', 'Fahrstuhlhalle', 'stuhl'],
  ['one letter', 'Swift', 's'],
  ['a beginning of eight letters', 'Hauptbahnhof', 'hauptbah'],
  ['a beginning of nine letters', 'Hauptbahnhof', 'hauptbahn'],
])('%s find a name', async (_what, name, text) => {
  await makeRobots(name, 'Anything else', '北京西站', 'さくら');
  expect(await robots(text)).toEqual([name]);
});

test('a robot is found by its serial number, by its end and without its signs', async () => {
  const { nickname } = await server.aDevice({ companyId: mall, sn: 'J30-2411-0729' });
  for (const text of ['j30-2411-0729', 'J3024110729', '0729', 'j30 0729', '110729'])
    expect(await robots(text), text).toEqual([nickname]);
});

test('a void serial number and a deleted task are not found, but the reports of the task are', async () => {
  await server.aDevice({ companyId: mall, nickname: 'Lagoon', binding: 'VOID' });
  const task = await server.aTask({ companyId: mall, name: 'Lagoon', state: 'DELETED' });
  const report = await aReportOf(task);
  expect(await search('lagoon')).toMatchObject({ ...allEmpty, reports: [{ id: report.id }] });
});

test('a text of signs only finds nothing, and signs of the query language are plain text', async () => {
  await makeRobots("O'Hara & sons");
  expect(await search(`'!&|:*()"\\`)).toEqual(allEmpty);
  expect(await robots(`o'hara & (sons)`)).toEqual(["O'Hara & sons"]);
  expect(await robots('%')).toEqual([]);
});

test('the answer changes with the name', async () => {
  const { id } = await server.aDevice({ companyId: mall, nickname: 'Before' });
  await server.asOwner((sql) => sql`update devices set nickname = 'After' where id = ${id}`);
  expect(await robots('before')).toEqual([]);
  expect(await robots('after')).toEqual(['After']);
});

test('the database folds a text as the query does', async () => {
  const texts = ['Müller-Straße', 'ＡＢ１２', 'Ärzte', '１号楼 A', 'がぎ', '한국', 'ﬁn', 'J30_0007', 'ÉCOLE'];
  const rows = await server.asOwner(
    (sql) => sql`select t, search_terms(${mall}, t)::text as terms from unnest(${texts}::text[]) as t`,
  );
  for (const { t, terms } of rows) expect(terms, t).toContain(`'=${foldText(t)}'`);
});

test('the index answers every question of a search', async () => {
  const plans = await server.asOwner(async (sql) => {
    await sql`set enable_seqscan = off`;
    const sources = {
      devices_search: 'devices where search_terms(company_id, nickname, sn)',
      companies_search: 'companies where search_terms(id, name)',
      sites_search: 'sites where search_terms(company_id, name, address)',
      tasks_search: 'tasks where search_terms(company_id, name)',
      accounts_search: 'accounts where search_terms(company_id, nickname, username)',
    };
    const [definition] = await sql`select pg_get_functiondef('search_ids'::regproc) as text`;
    const rows = [];
    for (const [index, source] of Object.entries(sources)) {
      for (const query of Object.values(searchQueries('虹桥 swift')!).flat())
        rows.push({
          index,
          source,
          definition: String(definition?.['text']),
          plan: JSON.stringify(await sql.unsafe(`explain select id from ${source} @@ $1::tsquery`, [query])),
        });
    }
    return rows;
  });
  expect(plans).toHaveLength(20);
  for (const { index, source, plan, definition } of plans) {
    expect(plan).toContain(`Bitmap Index Scan on ${index}`);
    // The function asks with the same expression.
    expect(definition).toContain(source.replace(' where ', ' WHERE '));
  }
});

test('the function of the database itself returns nothing outside the tenant scope', async () => {
  await aWorld(mall, 'Lagoon');
  const ids = (scope: '*' | string[]) =>
    inScope(server.db, scope, (tx) =>
      tx.raw(
        'select distinct unnest(ids) from search_candidates($1::text[], $2::tsquery, $2::tsquery, $2::tsquery, array[$2::tsquery], 10)',
        [['device'], `'^lagoon'`],
      ),
    );
  expect(await ids([mall])).toHaveLength(1);
  expect(await ids('*')).toHaveLength(1);
  expect(await ids([other])).toEqual([]);
  expect(await ids([])).toEqual([]);
});
