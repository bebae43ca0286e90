import { agreementCalls, langs, pages, type AgreementDetail } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aPerson, fakeServer, renderPage } from '../../../test-kit/index.ts';
import { AgreementListPage } from './agreement-list-page.tsx';
import { AgreementPage } from './agreement-page.tsx';

const terms: AgreementDetail = {
  id: '01900000-0000-7000-8000-0000000000a1',
  kind: 'TERMS',
  region: 'DE',
  title: 'Terms of use',
  langs: [...langs],
  audiences: ['CONSOLE'],
  isMaterial: true,
  number: null,
  state: 'DRAFT',
  validFrom: null,
  publishedAt: null,
  createdBy: 'Wei',
  updatedAt: '2030-01-01T00:00:00.000Z',
  accepted: 3,
  texts: langs.map((lang) => ({ lang, title: 'Terms of use', body: '<p>New rule.</p>' })),
  revision: 4,
  publishedBy: null,
  before: { number: 1, texts: langs.map((lang) => ({ lang, title: 'Terms', body: '<p>Old rule.</p>' })) },
};

function world(changes: Partial<AgreementDetail> = {}) {
  const server = fakeServer();
  const row = { ...terms, ...changes };
  server.on(agreementCalls.list, () => ({ list: [row], total: 1 }));
  server.on(agreementCalls.detail, () => row);
  server.on(agreementCalls.records, () => ({ list: [], total: 0 }));
  server.on(agreementCalls.effect, () => ({ accounts: 412, companies: 9, sites: 0 }));
  server.on(agreementCalls.publish, () => ({ ...row, state: 'PUBLISHED' as const, number: 2 }));
  return server;
}

test('the list names a text with its kind, state, region and who wrote it', async () => {
  world();
  renderPage(<AgreementListPage />, pages.agreements());
  const row = await screen.findByRole('row', { name: /Terms of use/ });
  for (const text of ['Draft', 'Germany', 'Wei', 'Must be accepted'])
    expect(within(row).getByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New agreement' })).toBeTruthy();
});

test('a company that is not the operator reads the list and writes nothing', async () => {
  world();
  renderPage(<AgreementListPage />, pages.agreements(), aPerson({ companyType: 1 }));
  await screen.findByRole('row', { name: /Terms of use/ });
  expect(screen.queryByRole('link', { name: 'New agreement' })).toBeNull();
});

test('publishing says before who must accept', async () => {
  const server = world();
  renderPage(<AgreementPage />, pages.agreement({ id: terms.id }));
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/412 accounts of 9 companies must accept it/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(server.sentTo(agreementCalls.publish)).toEqual([{ id: terms.id, revision: 4 }]));
});

test('the text is compared with the version before', async () => {
  world();
  renderPage(<AgreementPage />, pages.agreement({ id: terms.id }));
  await userEvent.click(await screen.findByRole('button', { name: 'Compare with version 1' }));
  expect(screen.getByText('Old rule.').tagName).toBe('DEL');
  expect(screen.getByText('New rule.').tagName).toBe('INS');
});

test('a published text is read, and a new version begins with it', async () => {
  world({ state: 'PUBLISHED', number: 2, validFrom: '2030-01-01T00:00:00.000Z' });
  renderPage(<AgreementPage />, pages.agreement({ id: terms.id }));
  const next = await screen.findByRole('link', { name: 'New version' });
  expect(next.getAttribute('href')).toBe(pages.agreement({ from: terms.id }));
  expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Unlist' })).toBeTruthy();
});
