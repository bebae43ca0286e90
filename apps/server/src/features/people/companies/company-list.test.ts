import { authCalls, companyCalls, errors, fileCalls, permissions, pictureLimits } from '@sweepline/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { createCompany, type NewCompany } from '../../../entities/people/company-service.ts';

const server = testServer();

const { provider, agent, mall } = companyIds;
const { list, tree, detail, places, logo } = companyCalls;
const create = (...companies: NewCompany[]) =>
  inScope(server.db, '*', async (tx) => {
    for (const company of companies) await createCompany(tx, server.clock, 'test', company);
  });
const terminal = (name: string, rest: Partial<NewCompany> = {}): NewCompany => ({
  name,
  type: 1,
  parentId: agent,
  ...rest,
});
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

test('the list has one type and is filtered by keyword, region, parent, scenario and rating', async () => {
  await create(
    terminal('Airport', { region: 'DE', location: 'Cologne', scenario: 'AIRPORT', rating: 5 }),
    terminal('Bakery', { region: 'CN', contactName: 'Cologne Chen', scenario: 'Bread', rating: 3 }),
    terminal('Castle', { parentId: provider }),
  );
  const search = async (filters: object) =>
    names((await server.ok(list, people.staff, { type: 1, ...filters })).list);
  expect(await search({})).toEqual(['Airport', 'Bakery', 'Castle', 'Mall', 'Other']);
  expect(await search({ keyword: 'cologne' })).toEqual(['Airport', 'Bakery']);
  expect(await search({ region: 'DE' })).toEqual(['Airport']);
  expect(await search({ parentId: provider })).toEqual(['Castle', 'Other']);
  expect(await search({ scenario: 'Bread' })).toEqual(['Bakery']);
  expect(await search({ rating: 4 })).toEqual(['Airport']);
  expect((await search({ sort: '-rating' })).slice(0, 2)).toEqual(['Airport', 'Bakery']);
  expect(names((await server.ok(list, people.staff, { type: 2, agentLevel: 1 })).list)).toEqual(['Agent']);
  expect((await server.ok(list, people.staff, { type: 2, agentLevel: 2 })).total).toBe(0);
});

test('counts cover a company and all companies below it', async () => {
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

test('a caller with the permission for one of the two pages sees that type only', async () => {
  await server.asOwner(
    (sql) => sql`update roles set permissions = ${[permissions.agents]} where name = 'agentAdmin'`,
  );
  server.clock.advance(11_000);
  expect((await server.send(list, people.agentAdmin, { type: 1 })).msg).toBe(errors.forbidden.texts.en);
  expect((await server.send(detail, people.agentAdmin, { id: mall })).msg).toBe(errors.forbidden.texts.en);
  expect((await server.send(list, people.agentAdmin, { type: 2 })).code).toBe(200);
});

test('the tree starts at the top of the caller’s scope and loads children per company', async () => {
  await create(terminal('Airport'), { name: 'Second', type: 2, parentId: agent });
  const childrenOf = async (who: Person, parentId?: string) =>
    names((await server.ok(tree, who, parentId ? { parentId } : {})).list);
  expect(await childrenOf(people.staff)).toEqual(['Sweepline']);
  expect(await childrenOf(people.staff, provider)).toEqual(['Agent', 'Other']);
  expect(await childrenOf(people.agentAdmin)).toEqual(['Agent']);
  expect(await childrenOf(people.agentAdmin, agent)).toEqual(['Second', 'Airport', 'Mall']);
  expect((await server.send(tree, people.agentAdmin, { parentId: provider })).msg).toBe(
    errors.notFound.texts.en,
  );
  const [top] = (await server.ok(tree, people.agentAdmin, {})).list;
  expect(top).toMatchObject({ parentId: null, childCount: 3 });
});

test('a search in the tree returns the hits with their ancestors, within the caller’s scope', async () => {
  const { list: nodes, total } = await server.ok(tree, people.staff, { keyword: 'mal' });
  expect(nodes.map(({ name, hit }) => [name, hit])).toEqual([
    ['Agent', false],
    ['Sweepline', false],
    ['Mall', true],
  ]);
  expect(total).toBe(1);
  expect(names((await server.ok(tree, people.mallAdmin, { keyword: 'l' })).list)).toEqual(['Mall']);
  expect((await server.ok(tree, people.mallAdmin, { keyword: 'Other' })).list).toEqual([]);
});

test('the places for a company exclude itself, its subtree, its parent and levels that are too deep', async () => {
  await create({ name: 'Second', type: 2, parentId: agent });
  const { list: rows } = await server.ok(list, people.staff, { type: 2, keyword: 'Second' });
  const placeNames = async (input: { id?: string; type: 1 | 2 }) =>
    names((await server.ok(places, people.staff, input)).list);
  expect(await placeNames({ id: mall, type: 1 })).toEqual(['Sweepline', 'Second']);
  expect(await placeNames({ id: rows[0]!.id, type: 2 })).toEqual(['Sweepline']);
  expect(await placeNames({ id: agent, type: 2 })).toEqual([]);
});

test('the export has the filtered list and escapes formulas', async () => {
  await create(
    terminal('=HYPERLINK("http://x")', { location: 'a, "b"', rating: 2 }),
    terminal('＝1+1'),
    terminal('Quiet', { region: 'DE' }),
  );
  const { data } = await server.send(companyCalls.export, people.agentAdmin, { type: 1, keyword: '=' });
  const [head, row, ...rest] = String(data).trim().split('\r\n');
  expect(head).toContain('name,code,level,parent,region');
  expect(row).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(row).toContain('"a, ""b"""');
  expect(rest).toEqual([]);
  const all = String((await server.send(companyCalls.export, people.agentAdmin, { type: 1 })).data);
  expect(all).toContain(',＝1+1,'.replace(',＝', ",'＝"));
  expect(all).not.toContain('Other');
});

test('an export of several batches has each company once', async () => {
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

test('a menu logo is visible to its company only, and can be replaced and removed', async () => {
  const { code, data } = await upload(people.agentAdmin, png);
  expect(code).toBe(200);
  const session = await server.ok(authCalls.check, people.mallAdmin, {});
  expect(session.images.menu?.imgUrl).toBe(data.menuImage);
  expect((await server.ok(authCalls.check, people.agentAdmin, {})).images.menu).toBeNull();
  const hash = String(data.menuImage).replace('file/', '');
  expect((await server.send(fileCalls.read, people.mallAdmin, { hash })).code).toBe(200);
  expect((await server.send(fileCalls.read, people.otherAdmin, { hash })).code).toBe(errors.notFound.code);

  const wide = await sharp({
    create: { width: pictureLimits.side + 1, height: 1, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer();
  expect((await upload(people.agentAdmin, wide)).data).toHaveProperty('fields.picture');
  const replaced = await upload(people.agentAdmin, png);
  expect(replaced.data.menuImage).not.toBe(data.menuImage);
  expect((await server.send(fileCalls.read, people.mallAdmin, { hash })).code).toBe(errors.notFound.code);
  expect((await upload(people.agentAdmin)).data.menuImage).toBeNull();
});

test('a picture under a wrong name, or as a text, is refused and leaves the logo as it was', async () => {
  const { data } = await upload(people.agentAdmin, png);
  const logoNow = async () => (await server.ok(authCalls.check, people.mallAdmin, {})).images.menu?.imgUrl;
  expect(await logoNow()).toBe(data.menuImage);
  const wrong = [
    await server.send(logo, people.agentAdmin, { id: mall }, { files: { file: png } }),
    await server.send(logo, people.agentAdmin, { id: mall, picture: 'x' }),
  ];
  expect(wrong.map(({ code }) => code)).toEqual([errors.invalid.code, errors.invalid.code]);
  expect(await logoNow()).toBe(data.menuImage);
});

test('a logo is checked by its content: other formats and more than 1 MB are refused', async () => {
  const text = (words: string) => Buffer.from(words, 'latin1');
  const wrong = [
    text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    text('GIF89a<script>alert(1)</script>'),
    text('\x89PNG\r\n\x1a\n and then something else'),
    text('\xff\xd8\xff and no end'),
    Buffer.alloc(0),
  ];
  for (const bytes of wrong)
    expect((await upload(people.agentAdmin, bytes)).code).toBe(errors.fileFormat.code);
  const large = Buffer.concat([png.subarray(0, 33), Buffer.alloc(pictureLimits.bytes), png.subarray(33)]);
  expect((await upload(people.agentAdmin, large)).msg).toBe(errors.fileTooLarge.texts.en);
  const gif = await sharp(png).gif().toBuffer();
  const jpg = await sharp(png).jpeg().toBuffer();
  expect((await upload(people.agentAdmin, gif)).code).toBe(200);
  expect((await upload(people.agentAdmin, jpg)).code).toBe(200);
  expect((await upload(people.mallAdmin, png)).msg).toBe(errors.ownCompany.texts.en);
  expect((await upload(people.otherAdmin, png)).msg).toBe(errors.notFound.texts.en);
});
