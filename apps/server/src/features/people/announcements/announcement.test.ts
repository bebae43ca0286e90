import { announcementCalls, langs, type AnnounceLang } from '@sweepline/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
beforeEach(() => void server.clock.advance(60_000));

const admin = people.superAdmin;
const texts = (byLang: Partial<Record<AnnounceLang, string>>) =>
  Object.entries(byLang).map(([lang, description]) => ({ lang: lang as AnnounceLang, description }));
const four = texts({
  zh_CN: '<p>新</p>',
  en_US: '<p>New</p>',
  ja_JP: '<p>新機能</p>',
  ko_KR: '<p>새 기능</p>',
});
const publish = (langDescriptions = four) =>
  server.ok(announcementCalls.publish, admin, { langDescriptions });
const newest = (who: Person = people.reader, lang: (typeof langs)[number] = 'en') =>
  server.ok(announcementCalls.newest, who, {}, { lang });

describe('writing', () => {
  test('only super admins may save, publish and list announcements', async () => {
    for (const call of [announcementCalls.save, announcementCalls.publish, announcementCalls.list])
      for (const who of [people.staff, people.otherAdmin]) {
        const input = call === announcementCalls.list ? { enablePage: false } : { langDescriptions: four };
        expect((await server.send(call, who, input)).code, call.path).toBe(403);
      }
  });

  test('a saved draft is shown to super admins only', async () => {
    await publish();
    await server.ok(announcementCalls.save, admin, { langDescriptions: texts({ en_US: '<p>Draft</p>' }) });
    const now = await server.ok(announcementCalls.now, admin, {});
    expect(now).toMatchObject({ publishTime: null, version: 2 });
    expect(now.langDescriptions.map(({ description }) => description)).toEqual(['', '<p>Draft</p>', '', '']);
    expect((await newest()).announcement?.description).toBe('<p>New</p>');
    expect((await server.ok(announcementCalls.now, people.reader, {})).langDescriptions).toEqual(four);
    expect((await server.ok(announcementCalls.list, admin, { enablePage: false })).total).toBe(1);
  });

  test('publishing makes the draft the newest, and the history contains the earlier texts', async () => {
    await publish();
    server.clock.advance(1_000);
    await server.ok(announcementCalls.save, admin, { langDescriptions: texts({ en_US: '<p>Draft</p>' }) });
    await publish(texts({ en_US: '<p>Second</p>' }));
    expect((await newest()).announcement?.description).toBe('<p>Second</p>');
    const { list, total } = await server.ok(announcementCalls.list, admin, { enablePage: false });
    expect(total).toBe(2);
    expect(list.map(({ langDescriptions }) => langDescriptions[1]?.description)).toEqual([
      '<p>Second</p>',
      '<p>New</p>',
    ]);
    expect(list[0]).toMatchObject({ publishTime: server.clock().toISOString(), publishedBy: 'superAdmin' });
  });

  test('a text without content is refused; empty paragraphs are no content', async () => {
    const answer = await server.send(announcementCalls.publish, admin, {
      langDescriptions: texts({ en_US: '<p> </p><p><br></p>' }),
    });
    expect(answer.code).toBe(422);
    expect((await newest()).announcement).toBeNull();
  });

  test('saving with an old version is refused with 409 after a save or a publication', async () => {
    const { version } = await server.ok(announcementCalls.save, admin, { langDescriptions: four });
    const saveAgain = () => server.send(announcementCalls.save, admin, { langDescriptions: four, version });
    expect((await saveAgain()).code).toBe(200);
    expect((await saveAgain()).code).toBe(409);
    const now = await server.ok(announcementCalls.now, admin, {});
    await publish();
    const late = await server.send(announcementCalls.publish, admin, {
      langDescriptions: four,
      version: now.version,
    });
    expect(late.code).toBe(409);
  });

  test('concurrent first saves create one draft', async () => {
    const save = () => server.send(announcementCalls.save, admin, { langDescriptions: four });
    expect((await Promise.all([save(), save(), save()])).map(({ code }) => code)).toEqual([200, 200, 200]);
    const rows = await server.asOwner((sql) => sql`select version from announcements`);
    expect(rows.map((row) => row['version'])).toEqual([3]);
  });

  test('a duplicate language, an unknown language and a text beyond the limit are refused', async () => {
    const refused = [
      [...texts({ en_US: 'a' }), ...texts({ en_US: 'b' })],
      [{ lang: 'de_DE', description: 'x' }],
      [{ lang: 'en_US', description: 'x'.repeat(240_001) }],
      [],
    ];
    for (const langDescriptions of refused)
      expect((await server.send(announcementCalls.save, admin, { langDescriptions })).code).toBe(422);
  });
});

describe('cleaning', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo=';
  const cleaned: [what: string, html: string, expected: string][] = [
    ['a script', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['an event handler', '<p onclick="x()" style="color:red">a</p>', '<p>a</p>'],
    ['a picture that fails on purpose', '<p>a<img src=x onerror=alert(1)></p>', '<p>a</p>'],
    ['a picture from elsewhere', '<p>a<img src="https://example.com/a.png"></p>', '<p>a</p>'],
    ['a drawing that could act', '<p>a<img src="data:image/svg+xml;base64,PHN2Zz4="></p>', '<p>a</p>'],
    ['a page in a picture’s place', '<p>a<img src="data:text/html;base64,PHA+"></p>', '<p>a</p>'],
    [
      'a picture in itself',
      `<p>a<img src="${png}" alt="b" onload="x()"></p>`,
      `<p>a<img src="${png}" alt="b" /></p>`,
    ],
    [
      'an address that runs',
      '<a href="jav&#x09;ascript:alert(1)">a</a>',
      '<a target="_blank" rel="noopener noreferrer">a</a>',
    ],
    [
      'an address of data',
      '<a href="data:text/html,x">a</a>',
      '<a target="_blank" rel="noopener noreferrer">a</a>',
    ],
    [
      'a link',
      '<a href="https://example.com" target="_top">a</a>',
      '<a href="https://example.com" target="_blank" rel="noopener noreferrer">a</a>',
    ],
    [
      'a frame, a form, a drawing',
      '<iframe src="//x"></iframe><form><input></form><svg onload=x></svg><p>a</p>',
      '<p>a</p>',
    ],
    ['a tag within a tag', '<p>a<scr<script>ipt>x</script></p>', '<p>aipt&gt;x</p>'],
  ];
  test.each(cleaned)('%s', async (_what, html, expected) => {
    await publish(texts({ en_US: html }));
    expect((await newest()).announcement?.description).toBe(expected);
  });
});

describe('reading', () => {
  const own = { 'zh-cn': '新', 'zh-cw': '新', en: 'New', ja: '新機能', ko: '새 기능', ge: 'New' };
  test.each(langs)('a reader of %s gets their own language, or the nearest', async (lang) => {
    await publish();
    expect((await newest(people.reader, lang)).announcement?.description).toBe(`<p>${own[lang]}</p>`);
  });

  test('a missing language falls back to one that has a text', async () => {
    await publish(texts({ ja_JP: '<p>新機能</p>', en_US: '<p></p>' }));
    for (const lang of langs)
      expect((await newest(people.reader, lang)).announcement).toMatchObject({ lang: 'ja_JP' });
  });

  test('the newest announcement is for every company, and unread until the account opens it', async () => {
    const { id } = await publish();
    for (const who of [people.bare, people.otherAdmin, people.agentAdmin])
      expect(await newest(who)).toMatchObject({ announcement: { id }, read: false });
    await server.ok(announcementCalls.read, people.bare, { announcementId: id });
    expect((await newest(people.bare)).read).toBe(true);
    expect((await newest(people.otherAdmin)).read).toBe(false);
    server.clock.advance(1_000);
    await publish();
    expect((await newest(people.bare)).read).toBe(false);
  });

  test('marking an older or a missing announcement as read is answered as missing', async () => {
    const { id } = await publish();
    server.clock.advance(1_000);
    await publish();
    for (const announcementId of [id, server.newId()])
      expect((await server.send(announcementCalls.read, people.bare, { announcementId })).code).toBe(404);
  });

  test('without an announcement there is nothing to read', async () => {
    expect(await newest()).toEqual({ announcement: null, read: true });
    expect(await server.ok(announcementCalls.now, people.reader, {})).toMatchObject({
      publishTime: null,
      version: 0,
    });
  });

  test('an announcement older than the account counts as read', async () => {
    await publish();
    await server.asOwner(
      (sql) => sql`update accounts set created_at = '2031-01-01' where id = ${people.bare.id}`,
    );
    expect((await newest(people.bare)).read).toBe(true);
  });
});

test('no call of this file caused an internal error', () => {
  expect(server.faults).toEqual([]);
});
