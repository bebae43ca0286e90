import { accessCalls, accountCalls, companyCalls, permissions, type AccessStep } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { OuterAccessPage } from './outer-access-page.tsx';

const account = {
  id: '0193f0c2-7a31-7c55-9d0e-0000000000c1',
  username: 'li.na',
  nickname: 'Li Na',
  companyId: 'mall',
  companyName: 'Mall',
  companyType: 1,
};
const steps: AccessStep[] = [
  { check: 'ACCOUNT', passed: true, reason: 'ENABLED', informs: false },
  { check: 'SESSION', passed: false, reason: 'SIGNED_OUT', informs: true },
  { check: 'PERMISSION', passed: false, reason: 'NOT_IN_ROLE', informs: false },
  { check: 'FENCE', passed: true, reason: 'OWN', informs: false },
];
const answer = {
  allowed: false,
  steps,
  account,
  role: { id: 'role-1', name: 'Night shift' },
  target: { id: 'mall', name: 'Mall' },
  needs: [permissions.deviceOperate],
  has: [],
  others: [{ id: 'role-2', name: 'Day shift' }],
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(accountCalls.list, () => ({ list: [], total: 0 }));
  server.on(accessCalls.actions, () => ({
    actions: [{ code: permissions.deviceOperate, calls: ['service/device/locate'] }],
    open: ['auth/login'],
    superAdmin: [],
  }));
  server.on(accessCalls.explain, () => answer);
  server.on(accessCalls.whoHolds, () => ({
    list: [
      {
        id: 'boss',
        username: 'boss.wu',
        nickname: 'Boss Wu',
        disabled: false,
        companyId: 'mall',
        companyName: 'Mall',
        companyType: 1,
        roleId: 'role-2',
        roleName: 'Day shift',
        through: 'ROLE' as const,
      },
    ],
    total: 1,
  }));
});

const reader = userWith(permissions.outerRoles);
const address = `/?account=${account.id}&action=${permissions.deviceOperate}`;

test('an explanation shows the answer first, then each check with its result, reason and next step', async () => {
  renderPage(<OuterAccessPage />, address, reader);
  expect(await screen.findByText('Li Na may not: Operate devices')).toBeTruthy();
  expect(screen.getByText('The role Night shift does not grant it. Needed: Operate devices.')).toBeTruthy();
  expect(screen.getByText('Open the role Night shift').getAttribute('href')).toBe(
    '/outerUserManage/roleList?id=role-1',
  );
  expect(screen.getAllByText('Day shift')[0]?.getAttribute('href')).toBe(
    '/outerUserManage/roleList?id=role-2',
  );
  // A failed session check does not block the answer.
  expect(screen.getByText(/That does not change what it may do/)).toBeTruthy();
  expect(server.sentTo(accessCalls.explain)).toEqual([{ id: account.id, action: permissions.deviceOperate }]);
});

test('the accounts that hold the permission are listed below, and a click explains one of them', async () => {
  renderPage(<OuterAccessPage />, address, reader);
  await userEvent.click(await screen.findByText('Boss Wu'));
  expect(screen.getByTestId('address').textContent).toContain('account=boss');
  expect(server.sentTo(accessCalls.whoHolds)).toMatchObject([
    { action: permissions.deviceOperate, side: 'OUTER' },
  ]);
});

test('impersonation is offered only to a user who may start it', async () => {
  renderPage(<OuterAccessPage />, address, reader);
  await screen.findByText('Li Na may not: Operate devices');
  expect(screen.queryByText('View as Li Na')).toBeNull();
});

test('the page without a question says what it can explain', async () => {
  renderPage(<OuterAccessPage />, '/', reader);
  expect(await screen.findByText('Access of an account')).toBeTruthy();
  expect(server.sentTo(accessCalls.explain)).toEqual([]);
});
