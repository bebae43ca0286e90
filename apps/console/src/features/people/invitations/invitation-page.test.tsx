import { invitationCalls, fieldReason } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { InvitationPage } from './invitation-page.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(invitationCalls.look, () => ({
    invitedBy: 'Zhou Qian',
    companyName: 'Jinji Lake Plaza',
    email: 'li@mall.example',
    expiresAt: '2030-01-08T00:00:00.000Z',
  }));
});
const page = () => renderPage(<InvitationPage token="inv_abc" />, '/', null);
const fill = async (values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values)) {
    const field = await screen.findByLabelText(label);
    await userEvent.clear(field);
    await userEvent.type(field, text);
  }
};
const good = {
  'Account name': 'li.wei',
  'Your name': 'Li Wei',
  Password: 'a broom of my own',
  'Password again': 'a broom of my own',
};

test('an invitation shows its company and sender, and the form creates the account', async () => {
  server.on(invitationCalls.accept, () => ({ id: 'x', username: 'li.wei' }));
  page();
  expect(await screen.findByText('Join Jinji Lake Plaza')).toBeTruthy();
  expect(screen.getByText(/Zhou Qian invited li@mall.example/)).toBeTruthy();
  await fill(good);
  await userEvent.click(screen.getByText('Create my account'));
  expect(await screen.findByText('Your account li.wei is ready')).toBeTruthy();
  expect(server.sentTo(invitationCalls.accept)).toEqual([
    { token: 'inv_abc', username: 'li.wei', nickname: 'Li Wei', password: 'a broom of my own' },
  ]);
});

test('an invalid value shows an error at its field and is not sent', async () => {
  page();
  await fill({ ...good, 'Account name': 'short', Password: 'short', 'Password again': 'other' });
  await userEvent.click(screen.getByText('Create my account'));
  expect(await screen.findByText('Use 6 to 30 characters without spaces')).toBeTruthy();
  expect(await screen.findByText('At least 8 characters')).toBeTruthy();
  expect(await screen.findByText('The two passwords entered do not match')).toBeTruthy();
  expect(server.sentTo(invitationCalls.accept)).toEqual([]);
});

test('reasons of the server appear at their fields in the language of the reader', async () => {
  server.on(invitationCalls.accept, () => {
    throw new Refused('invalid', {
      username: fieldReason('NAME_TAKEN'),
      password: fieldReason('PASSWORD_COMMON'),
    });
  });
  page();
  await fill(good);
  await userEvent.click(screen.getByText('Create my account'));
  expect(await screen.findByText('This name is already in use')).toBeTruthy();
  expect(await screen.findByText('Too many people use this one')).toBeTruthy();
});

test('an invalid link shows that the invitation is no longer valid', async () => {
  server.on(invitationCalls.look, () => {
    throw new Refused('invitationGone');
  });
  page();
  expect(await screen.findByText('This invitation is no longer valid')).toBeTruthy();
});
