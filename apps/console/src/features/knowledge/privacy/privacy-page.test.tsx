import { ownAgreementCalls, privacyCalls, type SiteConsent } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aPerson, fakeServer, renderPage } from '../../../test-kit/index.ts';
import { PrivacyPage } from './privacy-page.tsx';

const at = '2030-01-01T00:00:00.000Z';
const text = {
  id: '01900000-0000-7000-8000-0000000000a1',
  kind: 'VIDEO' as const,
  number: 1,
  lang: 'en' as const,
  title: 'Watching cameras',
  body: '<p>What is recorded.</p>',
  sha256: '0'.repeat(64),
  validFrom: at,
};
const site: SiteConsent = {
  siteId: '01900000-0000-7000-8000-0000000000b1',
  siteName: 'North mall',
  companyName: 'Mall',
  isRequired: true,
  isGiven: false,
  at: null,
  by: null,
  mayDecide: true,
};

const notice = { ...text, kind: 'PRIVACY' as const, title: 'Privacy' };

function world(changes: Partial<SiteConsent> = {}) {
  const server = fakeServer();
  server.on(ownAgreementCalls.due, () => ({
    texts: [],
    notices: [notice],
  }));
  server.on(ownAgreementCalls.mine, () => ({ list: [], total: 0 }));
  server.on(ownAgreementCalls.sites, () => ({ list: [{ ...site, ...changes }], total: 1, text }));
  server.on(ownAgreementCalls.accept, () => ({}));
  server.on(ownAgreementCalls.withdraw, () => ({}));
  server.on(privacyCalls.viewedBy, () => ({ list: [{ id: 'v', at, by: 'Support' }], total: 1 }));
  server.on(privacyCalls.watched, () => ({ list: [], total: 0 }));
  server.on(privacyCalls.request, () => ({ request: null }));
  server.on(privacyCalls.askDeletion, () => ({}));
  return server;
}

test('a site consents after its text was read, and withdraws with as many presses', async () => {
  const server = world();
  renderPage(<PrivacyPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Consent' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('What is recorded.')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Consent' }));
  const { id, lang, sha256 } = text;
  await waitFor(() =>
    expect(server.sentTo(ownAgreementCalls.accept)).toEqual([
      { texts: [{ id, lang, sha256 }], siteId: site.siteId },
    ]),
  );
});

test('a consent is withdrawn', async () => {
  const server = world({ isGiven: true, at, by: 'Wei' });
  renderPage(<PrivacyPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(server.sentTo(ownAgreementCalls.withdraw)).toEqual([{ siteId: site.siteId }]));
});

test('a changed text is noted, views are named, and the deletion is asked for', async () => {
  const server = world();
  renderPage(<PrivacyPage />);
  expect(await screen.findByText('Support')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Understood' }));
  await waitFor(() => expect(server.sentTo(ownAgreementCalls.accept)).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Ask for deletion' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ask for deletion' }));
  await waitFor(() => expect(server.sentTo(privacyCalls.askDeletion)).toHaveLength(1));
});

test('an impersonating administrator sees what is kept and nothing that is only for the person', async () => {
  world();
  const viewer = { username: 'support', nickname: 'Support' };
  renderPage(<PrivacyPage />, '/', aPerson({ viewer }));
  expect(await screen.findByText('What is kept about me')).toBeTruthy();
  expect(screen.queryByText('My rights')).toBeNull();
});
