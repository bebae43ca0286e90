import {
  accountCalls,
  companyCalls,
  permissions,
  type Account,
  type Output,
  fieldReason,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { anAccount } from '../../../test-kit/an-account.ts';
import { fakeServer, userWith, Refused, renderPage } from '../../../test-kit/index.ts';
import { AccountsPage } from './accounts-page.tsx';

const li = anAccount();
const mei = anAccount({
  id: '0193f0c2-7a31-7c55-9d0e-0000000000b2',
  username: 'mei.chen',
  nickname: 'Mei',
  mustChangePassword: true,
  acts: ['update', 'disable', 'delete', 'init', 'reset'],
});
const role = { id: '0193f0c2-7a31-7c55-9d0e-0000000000d1', name: 'Cleaner', grantable: true };
const offered: Pick<Output<typeof accountCalls.choices>, 'roleTypes' | 'staffKinds'> = {
  roleTypes: [2, 3],
  staffKinds: ['MEMBER'],
};
const until = '2030-01-05T00:00:00.000Z';
let server: ReturnType<typeof fakeServer>;
const listing = (...list: Account[]) => server.on(accountCalls.list, () => ({ list, total: list.length }));
beforeEach(() => {
  server = fakeServer();
  listing(li, mei);
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(accountCalls.choices, () => ({ ...offered, roles: [role] }));
  server.on(accountCalls.detail, () => ({ account: li, held: [permissions.deviceList], session: null }));
});
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return within(row);
};
const last = (text: string) => screen.getAllByText(text).at(-1) as HTMLElement;
const page = (side: 'INTERNAL' | 'OUTER' = 'INTERNAL', address = '/') =>
  renderPage(<AccountsPage side={side} />, address);

test('a new account shows its initial password once, until the user closes the dialog', async () => {
  server.on(accountCalls.register, () => ({ id: li.id, account: li, password: 'abcde-fghjk-mnpqr', until }));
  page();
  await userEvent.click(await screen.findByText('Add account'));
  await userEvent.type(await screen.findByLabelText('Account name'), 'li.wei');
  await userEvent.type(screen.getByLabelText('Name'), 'Li Wei');
  await userEvent.click(screen.getByLabelText('Role', { selector: '.ant-modal input' }));
  await userEvent.click(await screen.findByText('Cleaner', { selector: '.ant-select-item-option-content' }));
  await userEvent.click(last('Add account'));
  expect(await screen.findByText('abcde-fghjk-mnpqr')).toBeTruthy();
  expect(server.sentTo(accountCalls.register)).toMatchObject([
    { username: 'li.wei', nickname: 'Li Wei', roleId: role.id, roleType: 3, companyId: expect.any(String) },
  ]);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('abcde-fghjk-mnpqr')).toBeTruthy();
  await userEvent.click(screen.getByText('I have handed it over'));
  await waitFor(() => expect(screen.queryByText('abcde-fghjk-mnpqr')).toBeNull());
});

test('a name that is too short is refused before the call; a taken name is marked by the server', async () => {
  server.on(accountCalls.register, () => {
    throw new Refused('nameTaken', { username: fieldReason('NAME_TAKEN') });
  });
  page();
  await userEvent.click(await screen.findByText('Add account'));
  const name = await screen.findByLabelText('Account name');
  await userEvent.type(name, 'short');
  await userEvent.type(screen.getByLabelText('Name'), 'Li Wei');
  await userEvent.click(screen.getByLabelText('Role', { selector: '.ant-modal input' }));
  await userEvent.click(await screen.findByText('Cleaner', { selector: '.ant-select-item-option-content' }));
  await userEvent.click(last('Add account'));
  expect(await screen.findByText('At least 6 characters')).toBeTruthy();
  expect(server.sentTo(accountCalls.register)).toEqual([]);
  await userEvent.type(name, 'er.name');
  await userEvent.click(last('Add account'));
  expect(await screen.findByText('This name is already in use')).toBeTruthy();
});

test('a company without roles links to the page that adds one', async () => {
  server.on(accountCalls.choices, () => ({ ...offered, roles: [] }));
  page();
  await userEvent.click(await screen.findByText('Add account'));
  const link = await screen.findByText('Create a role');
  expect(link.getAttribute('href')).toBe('/userManage/roleList?id=new');
});

test('a reset names the account before the call and shows the new password', async () => {
  server.on(accountCalls.resetPassword, () => ({ password: 'once-only-shown', until }));
  page();
  await userEvent.click((await rowOf('Li Wei')).getByLabelText('More actions for Li Wei'));
  await userEvent.click(await screen.findByText('Reset password'));
  expect(await screen.findByText('Reset the password of Li Wei (li.wei)?')).toBeTruthy();
  await userEvent.click(last('Reset password'));
  expect(await screen.findByText('once-only-shown')).toBeTruthy();
  expect(server.sentTo(accountCalls.resetPassword)).toEqual([{ id: li.id }]);
});

test('an account that never chose a password gets a new initial password', async () => {
  server.on(accountCalls.initPassword, () => ({ password: 'another-one', until }));
  page();
  await userEvent.click((await rowOf('Mei')).getByLabelText('More actions for Mei'));
  await userEvent.click(await screen.findByText('New initial password'));
  await userEvent.click(last('New initial password'));
  expect(await screen.findByText('another-one')).toBeTruthy();
});

test('the menu of a row contains only the actions that the server lists', async () => {
  listing(anAccount({ acts: ['update'] }), anAccount({ ...mei, acts: [] }));
  page();
  const row = await rowOf('Li Wei');
  expect(row.getByLabelText('Edit Li Wei')).toBeTruthy();
  expect(row.queryByLabelText('More actions for Li Wei')).toBeNull();
  expect((await rowOf('Mei')).queryByRole('button')).toBeNull();
});

test('an account of the own company is named as an approver', async () => {
  listing(anAccount({ acts: ['approver'] }));
  server.on(accountCalls.setApprover, () => anAccount({ approver: true }));
  page();
  await userEvent.click((await rowOf('Li Wei')).getByLabelText('More actions for Li Wei'));
  await userEvent.click(await screen.findByText('Name as approver'));
  expect(await screen.findByText('Li Wei is now an approver of your company')).toBeTruthy();
  expect(server.sentTo(accountCalls.setApprover)).toEqual([{ id: li.id, approver: true }]);
});

test('a user who may not add accounts sees neither the button nor the invitations', async () => {
  renderPage(
    <AccountsPage side="INTERNAL" />,
    '/',
    userWith(permissions.accounts, permissions.outerAccountCreate),
  );
  await rowOf('Li Wei');
  expect(screen.queryByText('Add account')).toBeNull();
  expect(screen.queryByText('Invitations')).toBeNull();
});

test('several accounts are disabled one by one, each with its own result', async () => {
  server.on(accountCalls.disable, ({ ids }) => {
    if (ids[0] === mei.id) throw new Refused('lastSuperAdmin');
    return {};
  });
  page();
  for (const name of ['Li Wei', 'Mei']) await userEvent.click((await rowOf(name)).getByRole('checkbox'));
  await userEvent.click(screen.getByText('Disable'));
  expect(await screen.findByText('Disable 2 accounts?')).toBeTruthy();
  await userEvent.click(last('Disable'));
  expect(await screen.findByText('1 of 2 done')).toBeTruthy();
  expect(screen.getByText('One enabled super admin must remain')).toBeTruthy();
  expect(server.sentTo(accountCalls.disable)).toEqual([{ ids: [li.id] }, { ids: [mei.id] }]);
});

test('an account opens beside the list from its URL and shows its rights', async () => {
  server.on(accountCalls.detail, () => ({
    account: li,
    held: [permissions.deviceList],
    session: { since: '2030-01-01T00:00:00.000Z', lastSeenAt: '2030-01-01T00:10:00.000Z' },
  }));
  page('OUTER', `/?id=${li.id}`);
  expect(await screen.findByText(/Signed in since/)).toBeTruthy();
  expect(screen.getByText('Recent actions').getAttribute('href')).toBe(`/logManage/audit?accountId=${li.id}`);
  await userEvent.click(screen.getByLabelText('Close', { selector: '.ant-drawer button' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(''));
});

test('filters are stored in the URL and sent to the server', async () => {
  page('OUTER', '/?state=DISABLED&lastSignIn=NEVER&roleType=2&staffKind=MAINTENANCE&keyword=li');
  await rowOf('Li Wei');
  expect(server.sentTo(accountCalls.list)).toMatchObject([
    {
      side: 'OUTER',
      state: 'DISABLED',
      lastSignIn: 'NEVER',
      roleType: 2,
      staffKind: 'MAINTENANCE',
      keyword: 'li',
    },
  ]);
});
