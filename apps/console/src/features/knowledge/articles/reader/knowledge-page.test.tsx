import { errors, pages, publicArticleCalls, type FoundArticle, type Lang } from '@sweepline/contract';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { session } from '../../../../kit/api/session.ts';
import { aPerson, fakeServer, Refused } from '../../../../test-kit/index.ts';
import { KnowledgePage } from './knowledge-page.tsx';

const { search, detail, feedback } = publicArticleCalls;
const id = '01900000-0000-7000-8000-0000000000f1';
const inLangs: Lang[] = ['en', 'ge'];
const topic = { id: '01900000-0000-7000-8000-0000000000c1', name: 'Cleaning', articles: 2 };
const about = {
  id,
  lang: 'en' as const,
  question: 'Brush is jammed',
  categoryId: topic.id,
  isExpired: false,
};
const found: FoundArticle = { ...about, excerpt: 'Clear the brush.', models: [], alarmCodes: ['20110'] };

function open(address: string, list: FoundArticle[] = [found], isPartial = false) {
  const server = fakeServer();
  server.on(search, () => ({ list, total: list.length, categories: [topic], isPartial }));
  server.on(detail, () => ({
    ...found,
    answer: '<p>Clear the brush.</p><script>alert(1)</script>',
    langs: inLangs,
    isOutdated: false,
    categoryName: 'Cleaning',
    fromVersion: '3.4.0',
    toVersion: null,
    publishedAt: '2030-01-01T00:00:00.000Z',
  }));
  server.on(feedback, () => ({}));
  history.replaceState(null, '', address);
  render(<KnowledgePage />);
  return server;
}
afterEach(() => {
  session.close();
  history.replaceState(null, '', '/');
});

describe('search', () => {
  test('the address is the search, and a result leads to its article', async () => {
    const server = open(pages.knowledgeBase({ q: 'brush', model: 'J30', topic: topic.id }));
    const link = await screen.findByText('Brush is jammed');
    expect(link.getAttribute('href')).toBe(pages.knowledgeBase({ id }));
    expect(screen.getByText('20110')).toBeTruthy();
    const sent = { text: 'brush', model: 'J30', categoryId: topic.id, pageSize: 20 };
    expect(server.sentTo(search)).toEqual([sent]);
    expect(screen.getByText('For J30')).toBeTruthy();
    expect(screen.getByRole('searchbox').closest('form')?.getAttribute('action')).toBe(pages.knowledgeBase());
  });

  test('near results are shown as such, and no result says what to try', async () => {
    open(pages.knowledgeBase({ q: 'brush stuck' }), [found], true);
    expect(await screen.findByText(/These come closest/)).toBeTruthy();
  });

  test('without a result the page leads to all articles', async () => {
    open(pages.knowledgeBase({ q: 'coffee' }), []);
    expect(await screen.findByText('Nothing found')).toBeTruthy();
    expect(screen.getByText('All articles').getAttribute('href')).toBe(pages.knowledgeBase());
  });
});

describe('article', () => {
  test('has question, answer without scripts, what it holds for, and its other languages', async () => {
    open(pages.knowledgeBase({ id }));
    expect(await screen.findByRole('heading', { name: 'Brush is jammed' })).toBeTruthy();
    expect(await screen.findByText('Clear the brush.')).toBeTruthy();
    expect(document.querySelector('script[src=""], article script')).toBeNull();
    for (const text of ['Alarm codes: 20110', 'From software version 3.4.0'])
      expect(screen.getByText(text), text).toBeTruthy();
    const german = screen.getAllByText('Deutsch').find((each) => each.closest('a'));
    expect(german?.getAttribute('href')).toBe(pages.knowledgeBase({ id, lang: 'ge' }));
  });

  test('says that its language is another than the reader’s', async () => {
    open(pages.knowledgeBase({ id, lang: 'ja' }));
    expect(await screen.findByText('This article exists in English only so far')).toBeTruthy();
  });

  test('one press says that it helped', async () => {
    const server = open(pages.knowledgeBase({ id }));
    await userEvent.click(await screen.findByText('Yes'));
    expect(await screen.findByText('Thank you for telling us')).toBeTruthy();
    expect(server.sentTo(feedback)).toEqual([{ id, isSolved: true }]);
  });

  test('a missing article leads to the others, and another failure can be tried again', async () => {
    const server = open(pages.knowledgeBase({ id }));
    await screen.findByRole('heading', { name: 'Brush is jammed' });
    server.on(detail, () => {
      throw new Refused('notFound');
    });
    document.body.replaceChildren();
    render(<KnowledgePage />);
    expect(await screen.findByText('There is no such article')).toBeTruthy();
    server.on(detail, () => {
      throw new Refused('tooMany');
    });
    document.body.replaceChildren();
    render(<KnowledgePage />);
    expect(await screen.findByText(errors.tooMany.texts.en)).toBeTruthy();
    expect(screen.getByText('Try again')).toBeTruthy();
  });
});

test('a stranger is led to the sign-in and back, a signed-in reader to the console', async () => {
  open(pages.knowledgeBase());
  expect((await screen.findByText('Sign in')).getAttribute('href')).toBe(
    `/login?back=${encodeURIComponent(pages.knowledgeBase())}`,
  );
  session.open(aPerson());
  document.body.replaceChildren();
  render(<KnowledgePage />);
  expect((await screen.findByText('To the console')).getAttribute('href')).toBe('/');
});
