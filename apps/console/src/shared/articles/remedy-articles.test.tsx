import { pages, publicArticleCalls, type FoundArticle } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../test-kit/index.ts';
import { RemedyArticles } from './remedy-articles.tsx';

const { search, feedback } = publicArticleCalls;
const jam: FoundArticle = {
  id: '01900000-0000-7000-8000-0000000000f1',
  lang: 'en',
  question: 'Brush is jammed: what to do?',
  excerpt: 'Remove what is wound around the brush.',
  categoryId: null,
  models: [],
  alarmCodes: ['20110'],
  isExpired: false,
};

const world = (...list: FoundArticle[]) => {
  const server = fakeServer();
  server.on(search, () => ({ list, total: list.length, categories: [], isPartial: false }));
  server.on(feedback, () => ({}));
  renderPage(<RemedyArticles code="20110" model="J30" />);
  return server;
};

test('the best article of the code and model is linked, and one press says that it helped', async () => {
  const server = world(jam, {
    ...jam,
    id: '01900000-0000-7000-8000-0000000000f2',
    question: 'Clean the brush',
  });
  const link = await screen.findByText('Brush is jammed: what to do?');
  expect(link.getAttribute('href')).toBe(pages.knowledgeBase({ id: jam.id }));
  expect(screen.getByText('Clean the brush')).toBeTruthy();
  expect(server.sentTo(search)).toEqual([{ alarmCode: '20110', model: 'J30', pageSize: 3 }]);
  await userEvent.click(screen.getByText('Yes'));
  expect(await screen.findByText('Thank you for telling us')).toBeTruthy();
  expect(server.sentTo(feedback)).toEqual([{ id: jam.id, isSolved: true }]);
});

test('a code without an article shows nothing', async () => {
  const server = world();
  await expect.poll(() => server.sentTo(search)).toHaveLength(1);
  expect(screen.queryByText('From the knowledge base')).toBeNull();
});
