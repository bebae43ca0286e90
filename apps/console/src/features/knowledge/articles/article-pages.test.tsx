import {
  articleCalls,
  articleCategoryCalls,
  pages,
  permissions,
  type ArticleDetail,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { aPerson, fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { ArticleListPage } from './article-list-page.tsx';
import { ArticlePage } from './article-page.tsx';

const jam: ArticleDetail = {
  id: '01900000-0000-7000-8000-0000000000f1',
  companyName: 'Sweepline',
  question: 'Brush is jammed',
  langs: [
    { lang: 'en', isOutdated: false },
    { lang: 'ge', isOutdated: true },
  ],
  categoryId: null,
  categoryName: 'Cleaning',
  models: ['J30'],
  alarmCodes: ['20110'],
  audience: 'PUBLIC',
  state: 'DRAFT',
  isLive: false,
  reviewAt: null,
  views: 1_200,
  solved: 3,
  unsolved: 1,
  createdBy: 'Wei',
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'Wei',
  texts: [
    { lang: 'en', question: 'Brush is jammed', answer: '<p>Clear it.</p>', meaning: 2 },
    { lang: 'ge', question: 'Bürste klemmt', answer: '<p>Frei machen.</p>', meaning: 1 },
  ],
  meaning: 2,
  fromVersion: null,
  toVersion: null,
  tags: [],
  synonyms: [],
  reasons: '',
  releaseAt: null,
  publishedVersion: 0,
  publishedAt: null,
  reviewedBy: null,
  approvalFault: null,
  revision: 4,
};

function world(changes: Partial<ArticleDetail> = {}) {
  const server = fakeServer();
  const row = { ...jam, ...changes };
  server.on(articleCalls.list, () => ({ list: [row], total: 1 }));
  server.on(articleCalls.detail, () => row);
  server.on(articleCalls.history, () => ({
    list: row.publishedVersion
      ? [{ number: 1, texts: row.texts, publishedAt: row.updatedAt, publishedBy: 'Wei' }]
      : [],
    total: row.publishedVersion,
  }));
  server.on(articleCategoryCalls.list, () => ({ list: [], total: 0 }));
  for (const call of [
    articleCalls.add,
    articleCalls.update,
    articleCalls.review,
    articleCalls.publish,
    articleCalls.restore,
  ])
    server.on(call, () => row);
  return server;
}
const provider = aPerson({ companyType: 0 });
const openPage = (who = provider) => renderPage(<ArticlePage />, pages.article({ id: jam.id }), who);

describe('list', () => {
  test('a row has state, audience, codes, outdated languages and the share of solved problems', async () => {
    world();
    renderPage(<ArticleListPage />, '/', provider);
    const row = (await screen.findByText('Brush is jammed')).closest('tr') ?? document.body;
    for (const text of ['Draft', 'Everyone', '20110', 'Outdated: Deutsch', '1,200', '75%'])
      expect(within(row).getByText(text), text).toBeTruthy();
  });

  test('a company that runs robots sees no button to write', async () => {
    world();
    renderPage(<ArticleListPage />, '/', aPerson({ companyType: 1 }));
    expect(await screen.findByText('Brush is jammed')).toBeTruthy();
    expect(screen.queryByText('New article')).toBeNull();
  });
});

describe('gaps', () => {
  const worldWithGaps = () => {
    const server = world();
    const search = { lang: 'ge' as const, text: 'kaffee', searches: 3, lastAt: jam.updatedAt };
    server.on(articleCalls.gaps, () => ({ searches: [search], codes: [{ code: '10102', alarms: 7 }] }));
    server.on(articleCalls.closeGap, () => ({}));
    renderPage(<ArticleListPage />, pages.articles({ view: 'gaps' }), provider);
    return server;
  };

  test('a search and a code lead to a new article about them, and a search is closed', async () => {
    const server = worldWithGaps();
    expect(await screen.findByText('kaffee')).toBeTruthy();
    expect(screen.getByText('7 alarms in 90 days')).toBeTruthy();
    expect(screen.getAllByText('Write it').map((link) => link.getAttribute('href'))).toEqual([
      pages.article({ add: 1, question: 'kaffee', lang: 'ge' }),
      pages.article({ add: 1, question: 'Bumper pressed', code: '10102' }),
    ]);
    await userEvent.click(screen.getByText('Close'));
    await waitFor(() =>
      expect(server.sentTo(articleCalls.closeGap)).toEqual([{ lang: 'ge', text: 'kaffee' }]),
    );
  });

  test('a new article begins with the question in its language and the code', async () => {
    const server = world();
    const start = {
      question: 'Bumper pressed',
      answer: 'Lift < 1 cm\nPress start',
      lang: 'en',
      code: '10102',
    };
    const address = pages.article({ add: 1, ...start });
    renderPage(<ArticlePage />, address, provider);
    expect(await screen.findByDisplayValue('Bumper pressed')).toBeTruthy();
    await userEvent.click(screen.getByText('Save draft'));
    await waitFor(() =>
      expect(server.sentTo(articleCalls.add)).toMatchObject([
        {
          alarmCodes: ['10102'],
          texts: [
            { lang: 'en', question: 'Bumper pressed', answer: '<p>Lift &lt; 1 cm</p><p>Press start</p>' },
          ],
        },
      ]),
    );
  });
});

describe('page', () => {
  test('a changed translation is saved as one, with the revision that was read', async () => {
    const server = world();
    openPage();
    await userEvent.click(await screen.findByRole('tab', { name: 'Deutsch (outdated)' }));
    const question = screen.getByDisplayValue('Bürste klemmt');
    await userEvent.type(question, ' fest');
    await userEvent.click(screen.getByText('Save draft'));
    await waitFor(() => expect(server.sentTo(articleCalls.update)).toHaveLength(1));
    expect(server.sentTo(articleCalls.update)[0]).toMatchObject({
      id: jam.id,
      revision: 4,
      change: 'TRANSLATION',
      texts: [{ lang: 'en' }, { lang: 'ge', question: 'Bürste klemmt fest' }],
      alarmCodes: ['20110'],
    });
  });

  test('a change of a current text means something else for the other languages', async () => {
    world();
    openPage();
    await userEvent.type(await screen.findByDisplayValue('Brush is jammed'), '!');
    expect(screen.getByText('New meaning: other languages become outdated')).toBeTruthy();
    // What is judged is what is stored: nothing is approved beside unsaved changes.
    expect(screen.queryByText('Approve')).toBeNull();
  });

  test('the author sees why they do not approve, and another person approves', async () => {
    world({ approvalFault: 'ownApproval' });
    const { unmount } = openPage();
    expect((await screen.findByText('Approve')).closest('button')?.disabled).toBe(true);
    unmount();
    const server = world();
    openPage();
    await userEvent.click(await screen.findByText('Approve'));
    await waitFor(() =>
      expect(server.sentTo(articleCalls.review)).toEqual([{ id: jam.id, revision: 4, approved: true }]),
    );
  });

  test('an approved article is published, and an earlier version restored', async () => {
    const server = world({ state: 'PENDING_RELEASE', publishedVersion: 1, isLive: true });
    openPage();
    expect(await screen.findByText('Readers see an earlier version')).toBeTruthy();
    await userEvent.click(screen.getByText('Publish now'));
    await waitFor(() => expect(server.sentTo(articleCalls.publish)).toEqual([{ id: jam.id }]));
    await userEvent.click(await screen.findByText('Restore'));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByText('Restore'));
    await waitFor(() =>
      expect(server.sentTo(articleCalls.restore)).toEqual([{ id: jam.id, revision: 4, number: 1 }]),
    );
  });

  test('a reader of the list without the permission to write changes nothing', async () => {
    world();
    openPage(userWith(permissions.knowledge));
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    for (const text of ['Approve', 'Refuse', 'Save draft']) expect(screen.queryByText(text), text).toBeNull();
    expect(screen.queryByDisplayValue('Brush is jammed')).toBeNull();
  });
});
