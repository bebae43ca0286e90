import { deviceCalls, type Device, type Input } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope, type Tx } from '../../../platform/db/db.ts';
import { listDevices } from './device-list.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list } = deviceCalls;
const server = testServer();
type Filters = Partial<Input<typeof list>>;

/** A generator of the same numbers in every run. */
function randomFrom(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  return { below, of: <T>(values: readonly T[]): T => values[below(values.length)]! };
}

const companies = [companyIds.mall, companyIds.mall, companyIds.mall, companyIds.other];
const states = ['ONLINE', 'SLEEP', 'OFFLINE'] as const;
const bindings = ['ACTIVATED', 'ACTIVATED', 'NOT_ACTIVATED', 'FROZEN', 'VOID'] as const;
const day = (n: number) => `2030-01-${String(n).padStart(2, '0')}T00:00:00.000Z`;
const idOf = (n: number) => `0190d001-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Robots with many equal and many missing values, a third of them never seen. */
function fleetOf(size: number, nameOf: (random: ReturnType<typeof randomFrom>, n: number) => string) {
  const random = randomFrom(41);
  return Array.from({ length: size }, (_, n) => {
    const isSeen = random.below(3) > 0;
    return {
      // Ids are in another order than names and serial numbers.
      id: idOf((n * 7919) % 100_003),
      company_id: random.of(companies),
      sn: `D${(n * 31) % 1_009}-${n}`,
      nickname: nameOf(random, n),
      model: random.of(['J20', 'J30', 'J40'] as const),
      binding: random.of(bindings),
      activated_at: random.below(3) ? day(1 + random.below(9)) : null,
      usable_until: random.below(3) ? null : day(10 + random.below(5)),
      tags: random.below(5) ? [] : ['lobby'],
      state: isSeen ? random.of(states) : null,
      soc: isSeen && random.below(4) ? random.below(6) * 10 : null,
      last_seen_at: isSeen && random.below(5) ? day(1 + random.below(20)) : null,
      alarm_level: isSeen ? random.below(6) : 0,
    };
  });
}
type Robot = ReturnType<typeof fleetOf>[number];

/** Stores the robots with one statement for each table. */
const store = (fleet: readonly Robot[]) =>
  server.asOwner(async (sql) => {
    const rows = JSON.stringify(fleet);
    await sql`insert into devices (id, company_id, sn, manufacturer, model, protocol, nickname, binding, activated_at, usable_until, tags,
        secret_hash, created_at, updated_at, updated_by)
      select id, company_id, sn, 'JBOT', model, 'v3', nickname, binding, activated_at, usable_until, coalesce(tags, '{}'), '', now(), now(), 'test'
      from jsonb_populate_recordset(null::devices, ${rows}::text::jsonb)`;
    await sql`insert into device_live (id, company_id, state, soc, last_seen_at, alarm_level, live, session, revision)
      select id, company_id, state, soc, last_seen_at, alarm_level, '{}', 0, 0
      from jsonb_populate_recordset(null::device_live, ${rows}::text::jsonb) where state is not null`;
    await sql`analyze devices, device_live`;
  });

const columns: Record<string, (robot: Robot) => string | number | null> = {
  nickname: (robot) => robot.nickname,
  sn: (robot) => robot.sn,
  activatedAt: (robot) => robot.activated_at,
  usableUntil: (robot) => robot.usable_until,
  soc: (robot) => robot.soc,
  lastSeenAt: (robot) => robot.last_seen_at,
  state: (robot) => (robot.state === null ? null : states.indexOf(robot.state)),
};

const compare = (a: string | number, b: string | number) =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b);

/** The order that the list promises: unknown values last in both directions, equal ones by id. */
function sorted(fleet: readonly Robot[], sort: Filters['sort']): string[] {
  const isUnused = (robot: Robot) => Number(robot.binding === 'NOT_ACTIVATED');
  const way = sort?.startsWith('-') ? -1 : 1;
  const key = columns[sort?.replace('-', '') ?? 'nickname']!;
  const order = (a: Robot, b: Robot) => {
    const [x, y] = [key(a), key(b)];
    if (x !== null && y !== null) return way * compare(x, y);
    return Number(x === null) - Number(y === null);
  };
  return fleet
    .toSorted((a, b) => (sort ? 0 : isUnused(a) - isUnused(b)) || order(a, b) || way * compare(a.id, b.id))
    .map(({ id }) => id);
}

const isIn: { [K in keyof Filters]?: (robot: Robot, value: NonNullable<Filters[K]>) => boolean } = {
  keyword: ({ nickname, sn }, text) =>
    [nickname, sn].some((name) => name.toLowerCase().includes(text.toLowerCase())),
  model: ({ model }, models) => (models as string[]).includes(model),
  state: ({ state, binding }, chosen) => binding !== 'NOT_ACTIVATED' && chosen.includes(state ?? 'OFFLINE'),
  socBelow: ({ soc }, limit) => soc !== null && soc < limit,
  alarmLevel: ({ state, alarm_level: level }, least) => state !== null && level >= least,
  tag: ({ tags }, tag) => tags.includes(tag),
  companyId: (robot, companyId) => robot.company_id === companyId,
  binding: ({ binding }, chosen) => binding === chosen,
};

const matches = (robot: Robot, filters: Filters) =>
  (filters.binding !== undefined || robot.binding !== 'VOID') &&
  Object.entries(filters).every(([name, value]) => {
    const check = isIn[name as keyof Filters] as ((robot: Robot, value: unknown) => boolean) | undefined;
    return check === undefined || value === undefined || check(robot, value);
  });

const scopes: [Person, (robot: Robot) => boolean][] = [
  [people.mallAdmin, (robot) => robot.company_id === companyIds.mall],
  [people.agentAdmin, (robot) => robot.company_id === companyIds.mall],
  [people.superAdmin, () => true],
];

/** All pages, one after another. */
async function allPages(who: Person, filters: Filters) {
  const rows: Device[] = [];
  for (let page = 1; ; page++) {
    const answer = await server.ok(list, who, { ...filters, page, pageSize: 99 });
    rows.push(...answer.list);
    if (answer.list.length < 99) return { ids: rows.map(({ id }) => id), total: answer.total };
  }
}

const words = ['Lobby', 'lobby', 'Ärger', '上海', '虹桥', 'ロボ', '청소', 'Zürich', '2', '10'];

test('pages of random orders and filters are those of a plain sort, with ties and unknown values', async () => {
  const fleet = fleetOf(1_500, (random) => `${random.of(words)} ${random.of(words)}`);
  await store(fleet);
  const random = randomFrom(7);
  const sorts = [undefined, ...Object.keys(columns).flatMap((key) => [key, `-${key}`])] as Filters['sort'][];
  for (const sort of sorts) {
    const filters: Filters = {
      sort,
      ...(random.below(2) && { model: random.of([['J20'], ['J20', 'J30']] as const).slice() }),
      ...(random.below(3) === 0 && { state: random.of([['ONLINE'], ['SLEEP', 'OFFLINE']] as const).slice() }),
      ...(random.below(4) === 0 && { socBelow: 30 }),
      ...(random.below(4) === 0 && { alarmLevel: 3 }),
      ...(random.below(5) === 0 && { tag: 'lobby' }),
      ...(random.below(5) === 0 && { binding: random.of(bindings) }),
    };
    for (const only of [{ sort }, filters]) {
      const [who, sees] = random.of(scopes);
      const expected = sorted(
        fleet.filter((robot) => sees(robot) && matches(robot, only)),
        sort,
      );
      expect(await allPages(who, only), JSON.stringify([who.username, only])).toEqual({
        ids: expected,
        total: expected.length,
      });
    }
  }
});

test('a deep page is the same from a position and by its number', async () => {
  const fleet = fleetOf(1_500, (_, n) => `Robot ${n % 40}`);
  await store(fleet);
  for (const sort of ['nickname', '-activatedAt', 'usableUntil', '-soc', 'state'] as const) {
    const expected = sorted(
      fleet.filter(({ binding }) => binding !== 'VOID'),
      sort,
    );
    for (const page of [11, 11, 12, 24, 20, 11]) {
      const { list: rows } = await server.ok(list, people.superAdmin, { sort, page, pageSize: 50 });
      const ids = expected.slice((page - 1) * 50, page * 50);
      expect(
        rows.map(({ id }) => id),
        `${sort} ${page}`,
      ).toEqual(ids);
    }
  }
});

const names = [
  '上海虹桥机场一号',
  '航站楼Swift三号',
  'Lobby-07 東京タワー',
  'ロボット・ハ',
  'ハ\u3099ケツ',
  'ﾊﾞｹﾂ',
  '서울역 청소로봇',
  '\u1109\u1165\u110b\u116e\u11af',
  'Zürich Süd',
  'Zu\u0308rich',
  'ＳＷＩＦＴ',
  'J30-0007',
  "O'Hara & sons",
  'Größe ẞ',
  'Kelvin \u212a',
  '50%_off\\',
  'Donaudampfschifffahrtselektrizitätenhauptwerk',
  'a b  c',
  '½ mile™',
  'ǅungla',
];

test('a keyword finds the robots whose name or serial number contains it, in every script', async () => {
  const fleet = fleetOf(60, (random, n) =>
    n < names.length ? names[n]! : `${random.of(names)} ${random.of(names)}`.slice(0, 60),
  );
  await store(fleet);
  const random = randomFrom(3);
  const keywords = [
    '07',
    'j30-0',
    '桥',
    'swift',
    'ハ',
    'バ',
    '가',
    'zu',
    'ü',
    '%',
    '\\',
    '-',
    'werk',
    "o'h",
    'ss',
    'K',
    'mile',
  ];
  for (let n = 0; n < 120; n++) {
    const { nickname, sn } = random.of(fleet);
    const signs = [...random.of([nickname, nickname, sn])];
    const from = random.below(signs.length);
    const text = signs
      .slice(from, from + 1 + random.below(6))
      .join('')
      .trim();
    if (text) keywords.push(random.below(2) ? text : text.toUpperCase());
  }
  for (const keyword of keywords) {
    const pattern = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
    const rows = await server.asOwner(
      (sql) => sql<
        { id: string }[]
      >`select id from devices where (nickname ilike ${pattern} or sn ilike ${pattern})
        and binding <> 'VOID' and company_id = ${companyIds.mall} order by nickname, id`,
    );
    const { ids } = await allPages(people.mallAdmin, { keyword, sort: 'nickname' });
    expect(ids, JSON.stringify(keyword)).toEqual(rows.map(({ id }) => id));
  }
});

test('a keyword or a tag finds nothing of another company', async () => {
  const robot = fleetOf(1, () => 'Lagoon robot')[0]!;
  await store([{ ...robot, company_id: companyIds.other, binding: 'ACTIVATED', tags: ['lagoon'] }]);
  for (const filters of [{ keyword: 'lagoon' }, { tag: 'lagoon' }]) {
    expect((await server.ok(list, people.mallAdmin, filters)).total).toBe(0);
    expect((await server.ok(list, people.otherAdmin, filters)).total).toBe(1);
  }
});

test('the total of a long list counts what its reader registers, at once', async () => {
  await store(
    fleetOf(1_400, (_, n) => `Robot ${n}`).map((robot) => ({ ...robot, company_id: companyIds.mall })),
  );
  const { total } = await server.ok(list, people.mallAdmin, {});
  expect(total).toBeGreaterThan(1_000);
  await server.ok(deviceCalls.register, people.mallAdmin, {
    sn: 'J40-0001',
    manufacturer: 'JBOT',
    model: 'J40',
    nickname: 'New',
    companyId: companyIds.mall,
  });
  expect((await server.ok(list, people.mallAdmin, { page: 2 })).total).toBe(total + 1);
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** The rows that a plan reads of tables and their indexes. */
const rowsRead = (node: PlanNode): number =>
  (node['Relation Name'] === undefined
    ? 0
    : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']) +
  (node.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), 0);

/** A transaction that counts what the statements for ids read. */
function counting(tx: Tx, read: { rows: number }): Tx {
  const raw: Tx['raw'] = async (text, parameters) => {
    if (text.includes(' as part')) {
      const [row] = await tx.raw<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${text}`,
        parameters,
      );
      read.rows += rowsRead(row!['QUERY PLAN'][0].Plan);
    }
    return await tx.raw(text, parameters);
  };
  return Object.create(tx, { raw: { value: raw } }) as Tx;
}

/** The last word changes with every write of a robot, so it has no index. */
const unindexed = new Set(['lastSeenAt', '-lastSeenAt']);

test('no order that the list offers reads over 50 times the rows that it shows', async () => {
  const fleet = fleetOf(6_000, (random, n) => `${random.of(words)} ${n}`);
  await store(
    fleet.map((robot, n) => ({
      ...robot,
      company_id: n % 100 ? companyIds.mall : companyIds.other,
      state: robot.state ?? 'OFFLINE',
    })),
  );
  await server.asOwner((sql) => sql`vacuum analyze devices, device_live`);
  const offered = deviceCalls.list.input.shape.sort.unwrap().options;
  for (const scope of [[companyIds.mall], '*'] as const)
    for (const sort of [undefined, ...offered]) {
      const read = { rows: 0 };
      await inScope(server.db, scope, (tx) =>
        listDevices(counting(tx, read), { sort, page: 1, pageSize: 20 }, new Date()),
      );
      if (!sort || !unindexed.has(sort)) expect(read.rows, `${sort} ${scope}`).toBeLessThanOrEqual(50 * 20);
    }
});
