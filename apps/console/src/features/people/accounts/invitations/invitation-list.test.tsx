import { accountCalls, companyCalls, invitationCalls, type Invitation } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { AccountsPage } from '../accounts-page.tsx';

const open: Invitation = {
  id: '0193f0c2-7a31-7c55-9d0e-0000000000c1',
  email: 'li@mall.example',
  companyId: '0193f0c2-7a31-7c55-9d0e-000000000001',
  companyName: 'Mall',
  companyType: 1,
  roleId: '0193f0c2-7a31-7c55-9d0e-0000000000d1',
  roleName: 'Cleaner',
  roleType: 3,
  state: 'OPEN',
  usable: true,
  invitedBy: 'Zhou Qian',
  createdAt: '2030-01-01T00:00:00.000Z',
  expiresAt: '2030-01-08T00:00:00.000Z',
  acceptedAt: null,
  accountId: null,
  revokedAt: null,
  letter: { state: 'SENT', reason: '' },
};
const fallen: Invitation = {
  ...open,
  id: `${open.id.slice(0, -1)}2`,
  email: 'mei@mall.example',
  usable: false,
};
const used: Invitation = {
  ...open,
  id: `${open.id.slice(0, -1)}3`,
  email: 'wu@mall.example',
  state: 'ACCEPTED',
};
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(invitationCalls.list, () => ({ list: [open, fallen, used], total: 3 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
});
const rowOf = async (email: string) => {
  const row = (await screen.findByText(email)).closest('tr');
  if (!row) throw new Error(`${email} is in no row`);
  return within(row);
};
const page = () => renderPage(<AccountsPage side="INTERNAL" />, '/?tab=invitations');

test('an invitation shows its inviter and its state, also when it would be refused', async () => {
  page();
  const row = await rowOf('li@mall.example');
  expect(row.getByText('Invited by Zhou Qian')).toBeTruthy();
  expect(row.getByText('Open')).toBeTruthy();
  expect((await rowOf('mei@mall.example')).getByText('No longer valid')).toBeTruthy();
  const done = await rowOf('wu@mall.example');
  expect(done.getByText('Accepted')).toBeTruthy();
  expect(done.queryByRole('button')).toBeNull();
});

test('the inviter sees that the mail server refused the email and why, and can send it again', async () => {
  const refused: Invitation = {
    ...open,
    letter: { state: 'REFUSED', reason: '550 no such mailbox' },
  };
  server.on(invitationCalls.list, () => ({ list: [refused, used], total: 2 }));
  server.on(invitationCalls.resend, () => ({
    ...refused,
    letter: { state: 'WAITING' as const, reason: '' },
  }));
  page();
  const row = await rowOf('li@mall.example');
  expect(row.getByText('Email refused: 550 no such mailbox')).toBeTruthy();
  expect((await rowOf('wu@mall.example')).queryByText('Email sent')).toBeNull();
  await userEvent.click(row.getByLabelText('More actions for li@mall.example'));
  await userEvent.click(await screen.findByText('Send again'));
  await waitFor(() => expect(server.sentTo(invitationCalls.resend)).toEqual([{ id: open.id, lang: 'en' }]));
});

test('an invitation ends with the link to pass on', async () => {
  const role = { id: open.roleId ?? '', name: 'Cleaner', grantable: true };
  server.on(accountCalls.choices, () => ({
    roles: [role],
    roleTypes: [3 as const],
    staffKinds: ['MEMBER' as const],
  }));
  server.on(invitationCalls.add, () => ({
    id: open.id,
    token: 'inv_abc',
    expiresAt: open.expiresAt,
    invitation: open,
  }));
  page();
  await userEvent.click(await screen.findByText('Invite'));
  await userEvent.type(await screen.findByLabelText('Email'), 'li@mall.example');
  await userEvent.click(screen.getByLabelText('Role', { selector: '.ant-modal input' }));
  await userEvent.click(await screen.findByText('Cleaner', { selector: '.ant-select-item-option-content' }));
  await userEvent.click(screen.getAllByText('Invite').at(-1) as HTMLElement);
  const link = await screen.findByLabelText<HTMLInputElement>('Link');
  expect(link.value).toBe(`${location.origin}/import?token=inv_abc`);
  expect(server.sentTo(invitationCalls.add)).toMatchObject([
    { email: 'li@mall.example', roleId: role.id, roleType: 3, lang: 'en' },
  ]);
});

test('the list creates another link; an invitation that would be refused offers none', async () => {
  server.on(invitationCalls.link, () => ({ token: 'inv_second', expiresAt: open.expiresAt }));
  page();
  expect((await rowOf('mei@mall.example')).queryByLabelText('Link for mei@mall.example')).toBeNull();
  await userEvent.click((await rowOf('li@mall.example')).getByLabelText('Link for li@mall.example'));
  expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toContain('inv_second');
});

test('a revocation is confirmed with the email address of the invitation', async () => {
  server.on(invitationCalls.revoke, () => ({}));
  page();
  await userEvent.click((await rowOf('li@mall.example')).getByLabelText('More actions for li@mall.example'));
  await userEvent.click(await screen.findByText('Revoke'));
  expect(await screen.findByText('Revoke the invitation of li@mall.example?')).toBeTruthy();
  await userEvent.click(screen.getAllByText('Revoke').at(-1) as HTMLElement);
  await waitFor(() => expect(server.sentTo(invitationCalls.revoke)).toEqual([{ id: open.id }]));
});
