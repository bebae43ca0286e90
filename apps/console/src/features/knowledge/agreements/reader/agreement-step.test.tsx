import { authCalls, errorCodes, ownAgreementCalls, type DueAgreement } from '@sweepline/contract';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../../../kit/api/session.ts';
import { aPerson, fakeServer } from '../../../../test-kit/index.ts';
import { AgreementStep } from './agreement-step.tsx';
import { AgreementTextsPage } from './agreement-texts-page.tsx';

const terms: DueAgreement = {
  id: '01900000-0000-7000-8000-0000000000a1',
  kind: 'TERMS',
  number: 2,
  lang: 'en',
  title: 'Terms of use',
  body: '<p>Same.</p><p>New rule.</p>',
  sha256: '0'.repeat(64),
  validFrom: '2030-01-01T00:00:00.000Z',
  isForCompany: false,
  before: '<p>Same.</p><p>Old rule.</p>',
};
const person = aPerson({ agreementDue: true });
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  session.open(person);
  server.on(ownAgreementCalls.due, () => ({ texts: [terms], notices: [] }));
  server.on(ownAgreementCalls.accept, () => ({}));
  server.on(ownAgreementCalls.decline, () => ({}));
  server.on(authCalls.check, () => aPerson());
});

test('a text is accepted after it was marked, with the proof of what was shown', async () => {
  render(<AgreementStep user={person} />);
  const accept = await screen.findByRole('button', { name: 'Accept and go on' });
  expect(accept).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(accept);
  await waitFor(() => expect(session.user()?.agreementDue).toBe(false));
  const { id, lang, sha256 } = terms;
  expect(server.sentTo(ownAgreementCalls.accept)).toEqual([{ texts: [{ id, lang, sha256 }] }]);
});

test('the changes since the accepted version are shown by paragraph', async () => {
  render(<AgreementStep user={person} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show what changed' }));
  expect(screen.getByText('New rule.').tagName).toBe('INS');
  expect(screen.getByText('Old rule.').tagName).toBe('DEL');
  expect(screen.getByText('Same.').tagName).toBe('P');
});

test('declining takes a second press and signs out', async () => {
  render(<AgreementStep user={person} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  expect(server.sentTo(ownAgreementCalls.decline)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Decline and sign out' }));
  await waitFor(() => expect(session.user()).toBeNull());
});

test('a call that is refused for an agreement marks the session, and a late one marks no later session', () => {
  session.open(aPerson());
  session.stopForAgreement('token-of-before');
  expect(session.user()?.agreementDue).toBe(false);
  session.stopForAgreement('token-1');
  expect(session.user()?.agreementDue).toBe(true);
  expect(errorCodes.agreementDue).toBe(20_006);
});

test('the texts in force are read without an account', async () => {
  session.close();
  history.replaceState(null, '', '/agreements?kind=TERMS');
  server.on(ownAgreementCalls.current, () => ({ texts: [terms] }));
  render(<AgreementTextsPage />);
  expect(await screen.findByRole('heading', { name: 'Terms of use' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  history.replaceState(null, '', '/');
});
