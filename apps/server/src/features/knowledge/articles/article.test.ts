import {
  articleCalls,
  articleMoves,
  releaseStates,
  articleCategoryCalls,
  errors,
  fieldReasons,
  publicArticleCalls,
} from '@sweepline/contract';
import { describe, expect, test } from 'vitest';
import { aText, someNames } from '../../../test-kit/articles/article-builders.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { expireArticles, releaseArticles } from './article-publish-service.ts';

const { list, detail, add, update, review, publish, unlist, remove, history, restore } = articleCalls;
const { superAdmin, staff, agentAdmin, mallAdmin, otherAdmin } = people;
const server = testServer();

const english = { lang: 'en', question: 'Why does it stop?', answer: '<p>Clear its way.</p>' } as const;
const german = {
  lang: 'ge',
  question: 'Warum bleibt er stehen?',
  answer: '<p>Weg frei machen.</p>',
} as const;
const write = (changes: object = {}) => server.ok(add, staff, { texts: [english], ...changes });
const read = (id: string) => server.ok(detail, staff, { id });
const readers = (id: string) => server.send(publicArticleCalls.detail, undefined, { id });

describe('writing', () => {
  test('a draft belongs to the company of its author, and readers do not have it', async () => {
    const { id, state, isLive } = await write({ alarmCodes: ['20110'], models: ['J30'], tags: ['motor'] });
    expect({ state, isLive }).toEqual({ state: 'DRAFT', isLive: false });
    expect((await readers(id)).code).toBe(errors.notFound.code);
    for (const who of [agentAdmin, mallAdmin, otherAdmin])
      expect((await server.send(detail, who, { id })).code).toBe(errors.notFound.code);
  });

  test('companies that run robots only read: a terminal company is refused, an agent writes', async () => {
    expect((await server.send(add, mallAdmin, { texts: [english] })).code).toBe(errors.forbidden.code);
    const { id } = await server.ok(add, agentAdmin, { texts: [english] });
    expect((await server.ok(list, agentAdmin, {})).list.map((row) => row.id)).toEqual([id]);
  });

  test.each([
    ['no text', { texts: [] }, 'texts', 'NOTHING_WRITTEN'],
    [
      'a text that says nothing',
      { texts: [{ ...english, question: ' ', answer: '<p> </p>' }] },
      'texts',
      'NOTHING_WRITTEN',
    ],
    ['an answer without a question', { texts: [{ ...english, question: '' }] }, 'texts', 'QUESTION_MISSING'],
    ['an unknown category', { categoryId: companyIds.mall }, 'categoryId', 'NO_SUCH_CATEGORY'],
    [
      'versions that are reversed',
      { fromVersion: '3.10.0', toVersion: '3.9.0' },
      'toVersion',
      'VERSIONS_REVERSED',
    ],
    ['an unknown alarm code', { alarmCodes: ['99999'] }, 'alarmCodes.0', 'NO_SUCH_ALARM_CODE'],
  ] as const)('%s is refused at its field', async (_what, changes, field, reason) => {
    const refused = await server.send(add, staff, { texts: [english], ...changes } as never);
    expect(refused).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { [field]: fieldReasons[reason].en } },
    });
  });

  test('an agent has no internal articles', async () => {
    const refused = await server.send(add, agentAdmin, { texts: [english], audience: 'INTERNAL' });
    expect(refused.data).toMatchObject({ fields: { audience: fieldReasons.AUDIENCE_OF_PROVIDER.en } });
  });

  test('scripts and pictures are removed from an answer', async () => {
    const answer = '<p onclick="x()">a<img src="data:image/png;base64,iVBORw0KGgo="></p><script>x</script>';
    const { texts } = await write({ texts: [{ ...english, answer }] });
    expect(texts[0]!.answer).toBe('<p>a</p>');
  });

  test('a save on an outdated revision is refused with the author', async () => {
    const { id, revision } = await write();
    await server.ok(update, superAdmin, { id, revision, texts: [english, german] });
    const stale = await server.send(update, staff, { id, revision, texts: [english] });
    expect(stale.code).toBe(errors.changedMeanwhile.code);
    expect(stale.msg).toContain('Nick superAdmin');
  });
});

describe('translations', () => {
  const newer = { ...english, answer: '<p>Clear its way and press start.</p>' };
  const outdated = async (change: 'MEANING' | 'SMALL') => {
    const { id, revision } = await write({ texts: [english, german] });
    const { langs } = await server.ok(update, staff, { id, revision, change, texts: [newer, german] });
    return langs.filter(({ isOutdated }) => isOutdated).map(({ lang }) => lang);
  };

  test('another meaning makes the other languages outdated, and a small change does not', async () => {
    expect(await outdated('MEANING')).toEqual(['ge']);
    expect(await outdated('SMALL')).toEqual([]);
    expect((await server.ok(list, staff, { work: 'TRANSLATION' })).total).toBe(1);
  });

  test('a translation brings its language up to date', async () => {
    const { id, revision } = await write({ texts: [english, german] });
    const changed = await server.ok(update, staff, {
      id,
      revision,
      change: 'MEANING',
      texts: [newer, german],
    });
    const translated = { ...german, answer: '<p>Weg frei machen und Start drücken.</p>' };
    const { langs } = await server.ok(update, staff, {
      id,
      revision: changed.revision,
      change: 'TRANSLATION',
      texts: [newer, translated],
    });
    expect(langs.every(({ isOutdated }) => !isOutdated)).toBe(true);
  });
});

describe('from draft to readers', () => {
  test('a second person approves, and readers have the text after the publication', async () => {
    const { id, revision } = await write();
    const own = await server.send(review, staff, { id, revision, approved: true });
    expect(own.code).toBe(errors.ownApproval.code);
    const approved = await server.ok(review, superAdmin, { id, revision, approved: true });
    expect(approved).toMatchObject({ state: 'PENDING_RELEASE', reviewedBy: 'Nick superAdmin' });
    expect((await readers(id)).code).toBe(errors.notFound.code);
    expect(await server.ok(publish, staff, { id })).toMatchObject({
      state: 'PUBLISHED',
      publishedVersion: 1,
    });
    expect((await readers(id)).data).toMatchObject({ question: english.question, lang: 'en' });
  });

  test('a refused review needs reasons, and the article is a draft again after a change', async () => {
    const { id, revision } = await write();
    const bare = await server.send(review, superAdmin, { id, revision, approved: false });
    expect(bare.data).toMatchObject({ fields: { reasons: fieldReasons.REASON_MISSING.en } });
    const refused = await server.ok(review, superAdmin, {
      id,
      revision,
      approved: false,
      reasons: 'Too short',
    });
    expect(refused).toMatchObject({ state: 'UNPUBLISHABLE', reasons: 'Too short' });
    const changed = await server.ok(update, staff, { id, revision: refused.revision, texts: [english] });
    expect(changed).toMatchObject({ state: 'DRAFT', reasons: '' });
  });

  test('an article without an answer is not approved', async () => {
    const { id, revision } = await write({ texts: [{ ...english, answer: '' }] });
    const refused = await server.send(review, superAdmin, { id, revision, approved: true });
    expect(refused.data).toMatchObject({ fields: { texts: fieldReasons.ANSWER_MISSING.en } });
  });

  test('readers keep the published version while the next one is written', async () => {
    const { id, revision } = await server.aLiveArticle({ texts: [aText({ question: 'Old words' })] });
    const edited = await server.ok(update, staff, { id, revision, texts: [english] });
    expect(edited).toMatchObject({ state: 'DRAFT', isLive: true });
    expect((await readers(id)).data).toMatchObject({ question: 'Old words' });
    await server.ok(review, superAdmin, { id, revision: edited.revision, approved: true });
    expect(await server.ok(publish, staff, { id })).toMatchObject({ publishedVersion: 2 });
    expect((await readers(id)).data).toMatchObject({ question: english.question });
    const versions = await server.ok(history, staff, { id });
    expect(versions.list.map(({ number, texts }) => [number, texts[0]!.question])).toEqual([
      [2, english.question],
      [1, 'Old words'],
    ]);
  });

  test('an earlier version is restored into the draft, and its publication is the next version', async () => {
    const { id, revision } = await server.aLiveArticle({ texts: [aText({ question: 'Old words' })] });
    const edited = await server.ok(update, staff, { id, revision, texts: [english] });
    const restored = await server.ok(restore, staff, { id, revision: edited.revision, number: 1 });
    expect(restored).toMatchObject({ state: 'DRAFT', question: 'Old words' });
    await server.ok(review, superAdmin, { id, revision: restored.revision, approved: true });
    expect(await server.ok(publish, staff, { id })).toMatchObject({ publishedVersion: 2 });
  });

  test('an unlisted article is found again after its publication, as the same version', async () => {
    const { id } = await server.aLiveArticle();
    expect(await server.ok(unlist, staff, { id })).toMatchObject({ state: 'UNLISTED', isLive: false });
    expect((await readers(id)).code).toBe(errors.notFound.code);
    expect(await server.ok(publish, staff, { id })).toMatchObject({
      state: 'PUBLISHED',
      publishedVersion: 1,
    });
    expect((await readers(id)).code).toBe(200);
  });

  test('an approved article is published at its time, once', async () => {
    const { id, revision } = await write();
    await server.ok(review, superAdmin, { id, revision, approved: true });
    const past = await server.send(publish, staff, { id, at: server.clock().toISOString() });
    expect(past.data).toMatchObject({ fields: { at: fieldReasons.RELEASE_IN_PAST.en } });
    const at = new Date(server.clock().getTime() + 3_600_000).toISOString();
    await server.ok(publish, staff, { id, at });
    await releaseArticles(server.db, server.clock);
    expect((await read(id)).state).toBe('PENDING_RELEASE');
    server.clock.advance(3_600_000);
    await Promise.all([releaseArticles(server.db, server.clock), releaseArticles(server.db, server.clock)]);
    expect(await read(id)).toMatchObject({ state: 'PUBLISHED', publishedVersion: 1, releaseAt: null });
    expect((await server.ok(history, staff, { id })).total).toBe(1);
  });

  test('90 days after its review date an article is hidden from the public and marked for the others', async () => {
    const daysAgo = (days: number) => new Date(server.clock().getTime() - days * 86_400_000).toISOString();
    const recent = await server.aLiveArticle({ reviewAt: daysAgo(89) });
    const { id } = await server.aLiveArticle({ reviewAt: daysAgo(91) });
    await expireArticles(server.db, server.clock);
    expect((await readers(id)).code).toBe(errors.notFound.code);
    const marked = await server.ok(publicArticleCalls.detail, mallAdmin, { id });
    expect(marked.isExpired).toBe(true);
    const { state, revision } = await read(id);
    expect([state, (await read(recent.id)).state]).toEqual(['EXPIRED', 'PUBLISHED']);
    const approved = await server.ok(review, superAdmin, { id, revision, approved: true });
    expect(approved.reviewAt! > server.clock().toISOString()).toBe(true);
    await server.ok(publish, staff, { id });
    expect((await readers(id)).code).toBe(200);
  });

  test('a published article is not deleted; a draft and an unlisted one are', async () => {
    const { id } = await server.aLiveArticle();
    expect((await server.send(remove, staff, { id })).code).toBe(errors.articleState.code);
    await server.ok(unlist, staff, { id });
    await server.ok(remove, staff, { id });
    expect((await server.send(detail, staff, { id })).code).toBe(errors.notFound.code);
  });

  test('an act that is not in the table is refused with the present state', async () => {
    for (const state of releaseStates.filter((each) => articleMoves[each].PUBLISH === undefined)) {
      const { id } = await server.anArticle({ state });
      const refused = await server.send(publish, staff, { id });
      expect(refused.code, state).toBe(errors.articleState.code);
      expect(refused.msg, state).toContain(fieldReasons[`RELEASE_${state}`].en);
    }
  });
});

test('a category is named in each language, used below, and its articles stay when it is deleted', async () => {
  const { id: categoryId } = await server.ok(articleCategoryCalls.add, staff, { names: someNames('Alarms') });
  const { id } = await server.aLiveArticle({ categoryId });
  expect((await server.ok(articleCategoryCalls.list, staff, {})).list).toMatchObject([
    { articles: 1, isOwn: true },
  ]);
  expect((await server.ok(articleCategoryCalls.list, agentAdmin, {})).list).toMatchObject([{ isOwn: false }]);
  const renamed = { id: categoryId, names: someNames('Faults') };
  expect((await server.send(articleCategoryCalls.update, agentAdmin, renamed)).code).toBe(
    errors.notFound.code,
  );
  await server.ok(articleCategoryCalls.update, staff, renamed);
  expect((await readers(id)).data).toMatchObject({ categoryName: 'Faults' });
  await server.ok(articleCategoryCalls.remove, staff, { id: categoryId });
  expect((await readers(id)).data).toMatchObject({ categoryName: null });
});

test('no call of this file caused an internal error', () => {
  expect(server.faults).toEqual([]);
});
