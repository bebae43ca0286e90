import { boardFigureCalls, type BoardPart, type Output } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aBoard } from '../../../../test-kit/board-figures.ts';
import { fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { CompanyDataPage } from './company-data-page.tsx';

const part = (changes: Partial<BoardPart>): BoardPart => ({
  key: 'c1',
  kind: 'COMPANY',
  name: 'Mall',
  companyType: 1,
  robots: 2,
  figures: aBoard(4, 400),
  before: aBoard(2, 200),
  ...changes,
});
const answer: Output<typeof boardFigureCalls.companies> = {
  path: [
    { id: 'c0', name: 'Agent' },
    { id: 'c9', name: 'Region' },
  ],
  sum: { robots: 5, figures: aBoard(9, 1000), before: aBoard(2, 200) },
  parts: [
    part({}),
    part({ key: 'c2', name: 'Airport', figures: aBoard(5, 600) }),
    part({ key: 's1', kind: 'SITE', name: 'Hall', companyType: null, figures: aBoard(0, null) }),
    part({ key: '', kind: 'OWN', name: null, companyType: null, robots: 1, figures: aBoard(0, 0) }),
  ],
  computedAt: '2030-01-31T12:00:00.000Z',
};
const address = '/?from=2030-01-01&to=2030-01-31&parentId=c9';
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('.sl-identity')!.textContent);

test('the companies are sorted by a figure in either direction, unknown values last', async () => {
  const server = fakeServer();
  server.on(boardFigureCalls.companies, () => answer);
  renderPage(<CompanyDataPage />, address);
  await screen.findByText('Airport');
  expect(names()).toEqual(['Airport', 'Mall', 'Own share', 'Hall']);
  await userEvent.click(screen.getByRole('button', { name: 'Cleaned' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cleaned' }));
  expect(names()).toEqual(['Own share', 'Mall', 'Airport', 'Hall']);
  expect(server.sentTo(boardFigureCalls.companies)[0]).toMatchObject({ parentId: 'c9', from: '2030-01-01' });
});

test('a company leads to the companies below it, a site to its board, and the path leads up', async () => {
  fakeServer().on(boardFigureCalls.companies, () => answer);
  renderPage(<CompanyDataPage />, address);
  const addressOf = (text: string) => screen.getByText(text).closest('a')?.getAttribute('href');
  await screen.findByText('Airport');
  expect(addressOf('Mall')).toContain('parentId=c1');
  expect(addressOf('Hall')).toBe('/dataBoard/index?from=2030-01-01&to=2030-01-31&siteId=s1');
  expect(addressOf('Agent')).toContain('parentId=c0');
  expect(screen.getByText('Region').closest('a')).toBeNull();
  expect(screen.getByText('Own share').closest('a')).toBeNull();
});
