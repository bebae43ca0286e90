import { authCalls, companyCalls, errors, fileCalls, permissions, pictureLimits } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { companyIds, people, type Person } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { createCompany, type NewCompany } from './company-service.ts';

const server = testServer();

const { provider, agent, mall } = companyIds;
const { list, tree, detail, places, logo } = companyCalls;
const create = (...all: NewCompany[]) =>
  inScope(server.db, '*', async (tx) => {
    for (const one of all) await createCompany(tx, server.clock, 'test', one);
  });
const terminal = (name: string, rest: Partial<NewCompany> = {}): NewCompany => ({
  name,
  type: 1,
  parentId: agent,
  ...rest,
});
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

test('a list holds one type and is narrowed by words, place, parent, scenario and rating', async () => {
  await create(
    terminal('Airport', { region: 'DE', location: 'Cologne', scenario: 'AIRPORT', rating: 5 }),
    terminal('Bakery', { region: 'CN', contactName: 'Cologne Chen', scenario: 'Bread', rating: 3 }),
    terminal('Castle', { parentId: provider }),
  );
  const found = async (filters: object) =>
    names((await server.ok(list, people.staff, { type: 1, ...filters })).list);
  expect(await found({})).toEqual(['Airport', 'Bakery', 'Castle', 'Mall', 'Other']);
  expect(await found({ keyword: 'cologne' })).toEqual(['Airport', 'Bakery']);
  expect(await found({ region: 'DE' })).toEqual(['Airport']);
  expect(await found({ parentId: provider })).toEqual(['Castle', 'Other']);
  expect(await found({ scenario: 'Bread' })).toEqual(['Bakery']);
  expect(await found({ rating: 4 })).toEqual(['Airport']);
  expect((await found({ sort: '-rating' })).slice(0, 2)).toEqual(['Airport', 'Bakery']);
  expect(names((await server.ok(list, people.staff, { type: 2, agentLevel: 1 })).list)).toEqual(['Agent']);
  expect((await server.ok(list, people.staff, { type: 2, agentLevel: 2 })).total).toBe(0);
});

test('counts are of a company and everything below it', async () => {
  await server.aDevice();
  await server.aDevice({ companyId: agent });
  const [row] = (await server.ok(list, people.staff, { type: 2 })).list;
  expect(row).toMatchObject({
    deviceCount: 2,
    accountCount: 4,
    belowCount: 1,
    parent: { name: 'Sweepline' },
  });
  const own = await server.ok(detail, people.agentAdmin, { id: agent });
  expect(own.company.parent).toBeNull();
  expect(own.way).toEqual([]);
});

test('who holds one of the two pages sees that one only', async () => {
  await server.asOwner(
    (sql) => sql`update roles set permissions = ${[permissions.agents]} where name = 'agentAdmin'`,
  );
  server.clock.advance(11_000);
  expect((await server.send(list, people.agentAdmin, { type: 1 })).msg).toBe(errors.forbidden.texts.en);
  expect((await server.send(detail, people.agentAdmin, { id: mall })).msg).toBe(errors.forbidden.texts.en);
  expect((await server.send(list, people.agentAdmin, { type: 2 })).code).toBe(200);
});

test('the tree begins at the top of what one sees and opens branch by branch', async () => {
  await create(terminal('Airport'), { name: 'Second', type: 2, parentId: agent });
  const below = async (who: Person, parentId?: string) =>
    names((await server.ok(tree, who, parentId ? { parentId } : {})).list);
  expect(await below(people.staff)).toEqual(['Sweepline']);
  expect(await below(people.staff, provider)).toEqual(['Agent', 'Other']);
  expect(await below(people.agentAdmin)).toEqual(['Agent']);
  expect(await below(people.agentAdmin, agent)).toEqual(['Second', 'Airport', 'Mall']);
  expect((await server.send(tree, people.agentAdmin, { parentId: provider })).msg).toBe(
    errors.notFound.texts.en,
  );
  const [top] = (await server.ok(tree, people.agentAdmin, {})).list;
  expect(top).toMatchObject({ parentId: null, childCount: 3 });
});

test('a search in the tree answers the hits and the way to each, within one’s own', async () => {
  const { list: found, total } = await server.ok(tree, people.staff, { keyword: 'mal' });
  expect(found.map(({ name, hit }) => [name, hit])).toEqual([
    ['Agent', false],
    ['Sweepline', false],
    ['Mall', true],
  ]);
  expect(total).toBe(1);
  expect(names((await server.ok(tree, people.mallAdmin, { keyword: 'l' })).list)).toEqual(['Mall']);
  expect((await server.ok(tree, people.mallAdmin, { keyword: 'Other' })).list).toEqual([]);
});

test('a place is offered only where the company may stand, and not where it stands already', async () => {
  await create({ name: 'Second', type: 2, parentId: agent });
  const { list: rows } = await server.ok(list, people.staff, { type: 2, keyword: 'Second' });
  const offered = async (input: { id?: string; type: 1 | 2 }) =>
    names((await server.ok(places, people.staff, input)).list);
  expect(await offered({ id: mall, type: 1 })).toEqual(['Sweepline', 'Second']);
  expect(await offered({ id: rows[0]!.id, type: 2 })).toEqual(['Sweepline']);
  expect(await offered({ id: agent, type: 2 })).toEqual([]);
});

test('the export is the filtered list, and no cell of it becomes a formula', async () => {
  await create(
    terminal('=HYPERLINK("http://x")', { location: 'a, "b"', rating: 2 }),
    terminal('＝1+1'),
    terminal('Quiet', { region: 'DE' }),
  );
  const { data } = await server.send(companyCalls.export, people.agentAdmin, { type: 1, keyword: '=' });
  const [head, row, ...rest] = String(data).trim().split('\r\n');
  expect(head).toContain('name,level,parent,region');
  expect(row).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(row).toContain('"a, ""b"""');
  expect(rest).toEqual([]);
  const all = String((await server.send(companyCalls.export, people.agentAdmin, { type: 1 })).data);
  expect(all).toContain(',＝1+1,'.replace(',＝', ",'＝"));
  expect(all).not.toContain('Other');
});

test('an export longer than one batch holds every company once', async () => {
  await create(...Array.from({ length: 620 }, (_, n) => terminal(`Shop ${n % 7}`)));
  const text = String((await server.send(companyCalls.export, people.agentAdmin, { type: 1 })).data);
  const ids = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  expect([ids.length, new Set(ids).size]).toEqual([621, 621]);
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const upload = (who: Person, picture?: Uint8Array, id: string = mall) =>
  server.send(logo, who, { id }, picture ? { files: { picture } } : {});

test('a menu logo is shown to the people of its company, behind the fence, and can be taken away again', async () => {
  const { code, data } = await upload(people.agentAdmin, png);
  expect(code).toBe(200);
  const session = await server.ok(authCalls.check, people.mallAdmin, {});
  expect(session.images.menu?.imgUrl).toBe(data.menuImage);
  expect((await server.ok(authCalls.check, people.agentAdmin, {})).images.menu).toBeNull();
  const hash = String(data.menuImage).replace('file/', '');
  expect((await server.send(fileCalls.read, people.mallAdmin, { hash })).code).toBe(200);
  expect((await server.send(fileCalls.read, people.otherAdmin, { hash })).code).toBe(errors.notFound.code);

  const replaced = await upload(people.agentAdmin, png);
  expect(replaced.data.menuImage).not.toBe(data.menuImage);
  expect((await server.send(fileCalls.read, people.mallAdmin, { hash })).code).toBe(errors.notFound.code);
  expect((await upload(people.agentAdmin)).data.menuImage).toBeNull();
});

test('a logo is judged by what is in it: no other format, no more than 1 MB, whatever its name says', async () => {
  const text = (words: string) => Buffer.from(words, 'latin1');
  const wrong = [
    text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    text('GIF89a<script>alert(1)</script>'),
    text('\x89PNG\r\n\x1a\n and then something else'),
    Buffer.concat([png, text('<script>')]),
    text('\xff\xd8\xff and no end'),
    Buffer.alloc(0),
  ];
  for (const bytes of wrong)
    expect((await upload(people.agentAdmin, bytes)).code).toBe(errors.fileFormat.code);
  const large = Buffer.concat([png.subarray(0, 33), Buffer.alloc(pictureLimits.bytes), png.subarray(33)]);
  expect((await upload(people.agentAdmin, large)).msg).toBe(errors.fileTooLarge.texts.en);
  const gif = text('GIF89a\x01\0\x01\0\0\0\0;');
  const jpg = text('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\xff\xd9');
  expect((await upload(people.agentAdmin, gif)).code).toBe(200);
  expect((await upload(people.agentAdmin, jpg)).code).toBe(200);
  expect((await upload(people.mallAdmin, png)).msg).toBe(errors.ownCompany.texts.en);
  expect((await upload(people.otherAdmin, png)).msg).toBe(errors.notFound.texts.en);
});
