import {
  articleAudiences,
  articleCalls,
  errors,
  langs,
  publicArticleCalls,
  type ArticleAudience,
  type Lang,
} from '@sweepline/contract';
import { describe, expect, test } from 'vitest';
import { aText } from '../../../test-kit/articles/article-builders.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { trimGaps } from './article-gaps.ts';

const { search, detail, feedback } = publicArticleCalls;
const { staff, agentAdmin, mallAdmin, otherAdmin } = people;
const server = testServer();

const find = (text: string, lang: Lang = 'en', who?: Person) => server.ok(search, who, { text }, { lang });
const questions = async (text: string, lang?: Lang) =>
  (await find(text, lang)).list.map(({ question }) => question);

describe('who reads what', () => {
  const readers: [string, Person | undefined, readonly ArticleAudience[]][] = [
    ['a stranger', undefined, ['PUBLIC']],
    ['a terminal company', mallAdmin, ['PUBLIC', 'CUSTOMERS']],
    ['an agent', agentAdmin, ['PUBLIC', 'CUSTOMERS', 'PARTNERS']],
    ['the provider', staff, articleAudiences],
  ];

  test.each(readers)(
    '%s finds the articles of their audiences and no other',
    async (_who, who, audiences) => {
      for (const audience of articleAudiences) {
        const { id } = await server.aLiveArticle({ audience, alarmCodes: ['20110'], tags: [audience] });
        const code = audiences.includes(audience) ? 200 : errors.notFound.code;
        expect((await server.send(detail, who, { id })).code, audience).toBe(code);
        expect((await server.send(feedback, who, { id, isSolved: true })).code, audience).toBe(code);
        for (const input of [{}, { text: audience }, { alarmCode: '20110' }]) {
          const { list } = await server.ok(search, who, input);
          expect(
            list.some((row) => row.id === id),
            `${audience} ${JSON.stringify(input)}`,
          ).toBe(code === 200);
        }
      }
    },
  );

  test('an article for customers of an agent is read by companies below the agent, and by no other', async () => {
    const { id } = await server.aLiveArticle({ companyId: companyIds.agent, audience: 'CUSTOMERS' });
    for (const [who, code] of [
      [mallAdmin, 200],
      [agentAdmin, 200],
      [otherAdmin, errors.notFound.code],
      [undefined, errors.notFound.code],
    ] as const) {
      expect((await server.send(detail, who, { id })).code).toBe(code);
      const { list } = await server.ok(search, who, { text: 'bumper' });
      expect(list.length).toBe(code === 200 ? 1 : 0);
    }
  });

  test('an article of a terminal company’s agent for partners is hidden from the terminal company', async () => {
    const { id } = await server.aLiveArticle({ companyId: companyIds.agent, audience: 'PARTNERS' });
    expect((await server.send(detail, mallAdmin, { id })).code).toBe(errors.notFound.code);
    expect((await server.send(detail, agentAdmin, { id })).code).toBe(200);
  });

  test('a public answer names no person and no company', async () => {
    const { id } = await server.aLiveArticle({ createdById: staff.id, updatedById: staff.id });
    const answers = [await server.ok(detail, undefined, { id }), await server.ok(search, undefined, {})];
    for (const text of [staff.id, 'Nick', companyIds.provider, 'Sweepline'])
      expect(JSON.stringify(answers)).not.toContain(text);
  });
});

describe('languages', () => {
  const texts = (codes: readonly Lang[]) => codes.map((lang) => aText({ lang, question: `Bumper ${lang}` }));

  test.each(langs)(
    'a reader of %s gets their language, else English, else Chinese, and is told which',
    async (lang) => {
      const all = await server.aLiveArticle({ texts: texts(langs) });
      const two = await server.aLiveArticle({ texts: texts(['zh-cn', 'en']) });
      const one = await server.aLiveArticle({ texts: texts(['zh-cn', 'ja']) });
      const langOf = async (id: string) => (await server.ok(detail, undefined, { id }, { lang })).lang;
      expect(await langOf(all.id)).toBe(lang);
      expect(await langOf(two.id)).toBe(lang === 'zh-cn' ? 'zh-cn' : 'en');
      expect(await langOf(one.id)).toBe(lang === 'ja' ? 'ja' : 'zh-cn');
    },
  );
});

describe('search', () => {
  const six: [Lang, string, string, string][] = [
    ['en', 'The squeegee leaves water behind', 'squeegee water', 'Brushes'],
    ['zh-cn', '吸水扒留下水渍', '水渍', '滚刷'],
    ['zh-cw', '吸水扒留下水漬', '水漬', '滾刷'],
    ['ja', 'スキージーに水が残る', '水が残る', 'ブラシ'],
    ['ko', '스퀴지가 물을 남깁니다', '스퀴지', '브러시'],
    ['ge', 'Die Sauglippe lässt Wasser zurück', 'sauglippe wasser', 'Bürsten'],
  ];

  test.each(six)('a question in %s is found by its words', async (lang, question, words, other) => {
    await server.aLiveArticle({ texts: [aText({ lang, question })] });
    await server.aLiveArticle({ texts: [aText({ lang, question: other })] });
    expect(await questions(words, lang)).toEqual([question]);
  });

  test('words are found by their beginning, in any case and without accents', async () => {
    await server.aLiveArticle({ texts: [aText({ lang: 'ge', question: 'Bürste wechseln' })] });
    for (const text of ['burste', 'BÜRSTEN', 'bürst', 'bürsten wechseln'])
      expect(await questions(text, 'ge'), text).toHaveLength(1);
  });

  test('an alarm code, a tag and another word for it lead to the article', async () => {
    const { id } = await server.aLiveArticle({ alarmCodes: ['20110'], tags: ['motor'], synonyms: ['stuck'] });
    for (const text of ['20110', 'motor', 'stuck'])
      expect(
        (await find(text)).list.map((row) => row.id),
        text,
      ).toEqual([id]);
    expect((await find('2011')).list).toHaveLength(1);
  });

  test('the question counts more than the answer', async () => {
    const inAnswer = aText({ question: 'Something else', answer: '<p>Check the battery.</p>' });
    await server.aLiveArticle({ texts: [inAnswer] });
    await server.aLiveArticle({ texts: [aText({ question: 'Battery is empty' })] });
    expect(await questions('battery')).toEqual(['Battery is empty', 'Something else']);
  });

  test('without an article that has all words, those with half of them are shown as such', async () => {
    await server.aLiveArticle({ texts: [aText({ question: 'The robot stops at a ramp' })] });
    const { list, isPartial } = await find('why does my robot not climb the ramp');
    expect([list.length, isPartial]).toEqual([1, true]);
    expect((await find('coffee machine broken')).list).toEqual([]);
  });

  test('signs alone find nothing and break nothing', async () => {
    await server.aLiveArticle();
    for (const text of ["'", '\\', '&|!', ':*', '???']) expect((await find(text)).list, text).toEqual([]);
  });

  test('an article of another model or software version is left out', async () => {
    const { id } = await server.aLiveArticle({
      alarmCodes: ['20110'],
      models: ['J30'],
      fromVersion: '3.4.0',
      toVersion: '3.10.0',
    });
    const general = await server.aLiveArticle({ alarmCodes: ['20110'] });
    const ids = async (input: object) =>
      (await server.ok(search, undefined, { alarmCode: '20110', ...input })).list.map((row) => row.id);
    // The article for the model comes before the one for all.
    expect(await ids({ model: 'J30', version: '3.9.1' })).toEqual([id, general.id]);
    expect(await ids({ model: 'J30', version: '3.11.0' })).toEqual([general.id]);
    expect(await ids({ model: 'J20' })).toEqual([general.id]);
    expect(await ids({ model: 'J30', version: 'unknown' })).toHaveLength(2);
  });

  test('categories are listed with the number of articles that the reader has', async () => {
    const { id: categoryId } = await server.aCategory();
    await server.aLiveArticle({ categoryId });
    await server.aLiveArticle({ categoryId, audience: 'INTERNAL' });
    const counts = async (who?: Person) => (await server.ok(search, who, {})).categories;
    expect(await counts()).toEqual([{ id: categoryId, name: 'Alarms', articles: 1 }]);
    expect((await counts(staff))[0]!.articles).toBe(2);
  });
});

test('openings and answers are counted, and one address counts only a few times an hour', async () => {
  const { id } = await server.aLiveArticle();
  await server.ok(detail, undefined, { id });
  await server.ok(detail, mallAdmin, { id });
  for (let n = 0; n < 5; n++) await server.ok(feedback, undefined, { id, isSolved: n > 0 });
  const rows = await server.asOwner((sql) => sql`select views, solved, unsolved from article_uses`);
  expect(rows).toEqual([{ views: 2, solved: 2, unsolved: 1 }]);
});

describe('gaps', () => {
  const gaps = (who: Person) => server.ok(articleCalls.gaps, who, {});

  test('a search without a hit is counted, whatever its case and signs, until it is closed', async () => {
    await server.aLiveArticle();
    for (const text of ['Coffee machine', 'coffee, machine!', 'bumper']) await find(text);
    const gap = { lang: 'en' as const, text: 'coffee machine' };
    expect((await gaps(people.superAdmin)).searches).toMatchObject([{ ...gap, searches: 2 }]);
    // Searches of strangers name no company, so companies do not see them.
    expect((await gaps(agentAdmin)).searches).toEqual([]);
    expect((await server.send(articleCalls.closeGap, agentAdmin, gap)).code).toBe(errors.forbidden.code);
    await server.ok(articleCalls.closeGap, people.superAdmin, gap);
    expect((await gaps(people.superAdmin)).searches).toEqual([]);
  });

  test('a text that may name a person is not stored, and old ones are forgotten', async () => {
    for (const text of ['wei@example.com', 'call +49 151 2345678', 'coffee']) await find(text);
    const texts = async () => (await gaps(people.superAdmin)).searches.map(({ text }) => text);
    expect(await texts()).toEqual(['coffee']);
    await trimGaps(server.db, () => new Date(server.clock().getTime() + 91 * 86_400_000));
    expect(await texts()).toEqual([]);
  });

  test('an alarm code that was raised and has no article is a gap of those who see the alarm', async () => {
    const { id: deviceId } = await server.aDevice();
    for (const code of ['20110', '20110', '10102'])
      await server.anAlarm({ deviceId, code, arrivedAt: server.clock().toISOString() });
    await server.aLiveArticle({ alarmCodes: ['10102'] });
    expect((await gaps(people.superAdmin)).codes).toEqual([{ code: '20110', alarms: 2 }]);
    expect((await gaps(otherAdmin)).codes).toEqual([]);
  });
});

test('no call of this file caused an internal error', () => {
  expect(server.faults).toEqual([]);
});
