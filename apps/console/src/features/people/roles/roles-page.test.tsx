import {
  companyCalls,
  everything,
  isInternal,
  permissions,
  roleCalls,
  type Role,
  fieldReason,
} from '@sweepline/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aPerson, fakeServer, userWith, Refused, renderPage } from '../../../test-kit/index.ts';
import { InternalRolePage } from './internal-role-page.tsx';
import { OuterRolePage } from './outer-role-page.tsx';
import { OuterRolesPage } from './outer-roles-page.tsx';
import { InternalRolesPage } from './internal-roles-page.tsx';

const { deviceCentre, deviceList, deviceOperate, apiAccess, apiObservers, ota } = permissions;
const editing = [
  permissions.outerRoles,
  permissions.outerRoleCreate,
  permissions.outerRoleUpdate,
  permissions.outerRoleDelete,
];

const aRole = (changes: Partial<Role> = {}): Role => ({
  id: '0193f0c2-7a31-7c55-9d0e-0000000000b1',
  companyId: '0193f0c2-7a31-7c55-9d0e-000000000002',
  companyName: 'Mall',
  companyType: 1,
  name: 'Night shift',
  permissions: [deviceCentre, deviceList],
  own: false,
  holders: 0,
  defaultFor: [],
  origin: null,
  copies: { total: 0, behind: 0 },
  exceeds: [],
  version: 3,
  createdAt: '2030-01-01T00:00:00.000Z',
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'li',
  ...changes,
});

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(roleCalls.holders, () => ({ list: [], total: 0 }));
});

const open = (role: Role, person = userWith(...editing, deviceCentre, deviceList, deviceOperate)) => {
  server.on(roleCalls.detail, () => role);
  renderPage(<OuterRolePage />, `/?id=${role.id}`, person);
};
const item = async (name: RegExp) => await screen.findByRole('treeitem', { name });
const box = (element: HTMLElement) => element.querySelector<HTMLElement>('.permission-row')!;

test('a checked permission is marked, listed as a change, and saved with the version it is based on', async () => {
  const role = aRole();
  open(role);
  server.on(roleCalls.update, (input) => ({ ...role, ...input, version: 4 }));
  const operate = await item(/^Operate devices/);
  expect((screen.getByText('Save role').closest('button') as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(box(operate));
  expect(operate.getAttribute('aria-checked')).toBe('true');
  expect(operate.getAttribute('aria-label')).toBe('Operate devices, added');
  expect(within(screen.getByLabelText('Changes')).getByText('Operate devices')).toBeTruthy();
  await userEvent.click(screen.getByText('Save role'));
  // Not by the toast: it may be gone before the tree is rendered again.
  await waitFor(() =>
    expect(server.sentTo(roleCalls.update)).toEqual([
      {
        id: role.id,
        version: 3,
        name: 'Night shift',
        permissions: [deviceCentre, deviceList, deviceOperate],
      },
    ]),
  );
  await waitFor(() => expect(screen.getByText('No changes')).toBeTruthy());
});

test('a permission that has no effect yet is marked, and stays in the role when it is saved', async () => {
  const role = aRole({ permissions: [deviceCentre, deviceList, apiAccess, apiObservers] });
  open(role, userWith(...editing, deviceCentre, deviceList, deviceOperate, apiAccess, apiObservers));
  server.on(roleCalls.update, (input) => ({ ...role, ...input, version: 4 }));
  expect((await item(/^Manage MQTT observers/)).getAttribute('aria-label')).toContain('not available yet');
  await userEvent.click(box(await item(/^Operate devices/)));
  await userEvent.click(screen.getByText('Save role'));
  await waitFor(() =>
    expect(server.sentTo(roleCalls.update)).toMatchObject([
      { permissions: expect.arrayContaining([apiObservers, deviceOperate]) },
    ]),
  );
});

test('a permission that the account lacks is disabled and shows the reason', async () => {
  open(aRole({ permissions: [ota] }));
  const closed = await item(/^Software updates/);
  expect(closed.getAttribute('aria-disabled')).toBe('true');
  expect(closed.getAttribute('aria-label')).toContain('cannot be granted by you');
  await userEvent.click(box(closed));
  expect(closed.getAttribute('aria-checked')).toBe('mixed');
});

test('internal pages are offered for roles of the provider, but not for roles of other companies', async () => {
  const offeredCodes = async () => {
    await item(/^Home/);
    return screen.getAllByRole('treeitem').flatMap(({ dataset: { code = '' } }) => code);
  };
  open(aRole(), aPerson());
  const outer = await offeredCodes();
  expect(outer).toContain(permissions.outerAccounts);
  expect(outer.filter(isInternal)).toEqual([]);
  cleanup();
  server.on(roleCalls.detail, () => aRole({ companyType: 0 }));
  renderPage(<InternalRolePage />, `/?id=${aRole().id}`, aPerson());
  expect(await offeredCodes()).toEqual(
    expect.arrayContaining([permissions.accounts, permissions.roleUpdate]),
  );
});

test('the keyboard moves through the tree, folds its nodes and toggles them', async () => {
  open(aRole({ permissions: [] }), aPerson());
  const home = await item(/^Home/);
  home.focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
  expect(document.activeElement).toBe(await item(/^Device centre/));
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(await item(/^Devices/));
  await userEvent.keyboard(' ');
  expect((await item(/^Devices/)).getAttribute('aria-checked')).toBe('mixed');
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement).toBe(await item(/^Edit devices/));
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect((await item(/^Device centre/)).getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('treeitem', { name: /^Devices/ })).toBeNull();
  await userEvent.keyboard('{Home}');
  expect(document.activeElement).toBe(home);
});

test('a search keeps the ancestors of a match', async () => {
  open(aRole());
  await item(/^Home/);
  await userEvent.type(screen.getByLabelText('Search permissions'), 'operate dev');
  expect(
    screen.getAllByRole('treeitem').map((node) => node.getAttribute('aria-label')?.split(',')[0]),
  ).toEqual(['Device centre', 'Devices', 'Operate devices']);
  await userEvent.type(screen.getByLabelText('Search permissions'), ' nothing');
  expect(await screen.findByText('No permission fits')).toBeTruthy();
});

test('removing permissions from the own role needs a confirmation', async () => {
  const role = aRole({ own: true });
  open(role);
  server.on(roleCalls.update, (input) => ({ ...role, ...input, version: 4 }));
  await userEvent.click(box(await item(/^Devices/)));
  await userEvent.click(box(await item(/^Devices/)));
  await userEvent.click(screen.getByText('Save role'));
  expect(await screen.findByText('Take permissions from your own role Night shift?')).toBeTruthy();
  expect(server.sentTo(roleCalls.update)).toEqual([]);
  await userEvent.click(screen.getByText('Take them away'));
  await waitFor(() =>
    expect(server.sentTo(roleCalls.update)).toMatchObject([{ confirmed: true, permissions: [] }]),
  );
});

test('a version saved by another account is announced, and the edits stay until it is loaded', async () => {
  const role = aRole();
  open(role);
  server.on(roleCalls.update, () => {
    server.on(roleCalls.detail, () => ({ ...role, name: 'Late shift', version: 4, updatedBy: 'wang' }));
    throw new Refused('changedMeanwhile');
  });
  await userEvent.click(box(await item(/^Operate devices/)));
  await userEvent.click(screen.getByText('Save role'));
  expect(await screen.findByText(/Saved in the meantime by wang/)).toBeTruthy();
  expect((await item(/^Operate devices/)).getAttribute('aria-checked')).toBe('true');
  await userEvent.click(screen.getByText('Load that version'));
  expect(await screen.findByDisplayValue('Late shift')).toBeTruthy();
  expect((await item(/^Operate devices/)).getAttribute('aria-checked')).toBe('false');
});

test('permissions that the server refuses are named', async () => {
  open(aRole());
  server.on(roleCalls.update, () => {
    throw new Refused('invalid', {
      permissions: fieldReason('PERMISSIONS_BEYOND', { codes: `${ota}, ${deviceOperate}` }),
    });
  });
  await userEvent.click(box(await item(/^Operate devices/)));
  await userEvent.click(screen.getByText('Save role'));
  expect(
    await screen.findByText(
      'You can neither give nor take away: Software updates (OTA), Operate devices. Nothing was saved.',
    ),
  ).toBeTruthy();
});

test('a copy of a role starts with the permissions that the account has', async () => {
  const role = aRole({ permissions: [deviceCentre, deviceList, ota] });
  server.on(roleCalls.detail, () => role);
  server.on(roleCalls.add, (input) => ({ ...role, ...input, id: 'new-role', version: 1 }));
  renderPage(<OuterRolePage />, `/?id=new&from=${role.id}`, userWith(...editing, deviceCentre, deviceList));
  await userEvent.click(await screen.findByText('Create role', { selector: 'button' }));
  await waitFor(() =>
    expect(server.sentTo(roleCalls.add)).toEqual([
      { companyId: role.companyId, name: 'Copy of Night shift', permissions: [deviceCentre, deviceList] },
    ]),
  );
});

test('deleting a role in use moves its accounts to another role', async () => {
  const role = aRole({ holders: 2 });
  server.on(roleCalls.list, () => ({ list: [role], total: 1 }));
  server.on(roleCalls.options, () => ({
    list: [
      { id: role.id, name: role.name, grantable: true },
      { id: '0193f0c2-7a31-7c55-9d0e-0000000000b2', name: 'Day shift', grantable: true },
    ],
    total: 2,
  }));
  server.on(roleCalls.remove, () => ({ moved: 2 }));
  renderPage(<OuterRolesPage />);
  await userEvent.click(await screen.findByLabelText('More actions for Night shift'));
  await userEvent.click(await screen.findByText('Delete'));
  const button = await screen.findByText('Move 2 accounts and delete');
  expect((button.closest('button') as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(screen.getByLabelText('Give them instead'));
  await userEvent.click(await screen.findByText('Day shift'));
  await userEvent.click(button);
  expect(await screen.findByText('Deleted role Night shift, moved 2 accounts')).toBeTruthy();
  expect(server.sentTo(roleCalls.remove)).toMatchObject([
    { moveTo: '0193f0c2-7a31-7c55-9d0e-0000000000b2', version: 3 },
  ]);
});

test('a default role needs at least one kind of company', async () => {
  const role = aRole({ companyType: 0, name: 'Site lead' });
  server.on(roleCalls.list, () => ({ list: [role], total: 1 }));
  server.on(roleCalls.setDefault, () => ({ ...role, defaultFor: [1 as const] }));
  renderPage(<InternalRolesPage />);
  await userEvent.click(await screen.findByLabelText('More actions for Site lead'));
  await userEvent.click(await screen.findByText('Default role for new companies'));
  await userEvent.click(await screen.findByText('Save as default role'));
  expect(await screen.findByText('Choose at least one.')).toBeTruthy();
  expect(server.sentTo(roleCalls.setDefault)).toEqual([]);
  await userEvent.click(screen.getByLabelText('Terminal companies'));
  await userEvent.click(screen.getByText('Save as default role'));
  await waitFor(() =>
    expect(server.sentTo(roleCalls.setDefault)).toMatchObject([{ targets: [1], version: 3 }]),
  );
});

test('a comparison of two roles shows only their differences', async () => {
  const [left, right] = [
    aRole(),
    aRole({ id: '0193f0c2-7a31-7c55-9d0e-0000000000b2', name: 'All', permissions: [everything] }),
  ];
  server.on(roleCalls.detail, ({ id }) => (id === left.id ? left : right));
  renderPage(<OuterRolePage />, `/?compare=${left.id}&with=${right.id}`);
  expect(await screen.findByText('Operate devices')).toBeTruthy();
  expect(screen.queryByText('Devices')).toBeNull();
  await userEvent.click(screen.getByText('All', { selector: 'button' }));
  expect(await screen.findByText('Devices')).toBeTruthy();
});

test('a default role is applied to the copies that the account may change, with a result per copy', async () => {
  const role = aRole({ companyType: 0, name: 'Site lead', copies: { total: 2, behind: 2 } });
  const copy = {
    companyId: 'c',
    name: 'Site lead',
    version: 7,
    drift: 'BEHIND' as const,
    holders: 4,
    losses: [],
    gains: [ota],
    refused: [],
  };
  server.on(roleCalls.detail, () => role);
  server.on(roleCalls.copies, () => ({
    list: [
      { ...copy, id: 'copy-1', companyName: 'Airport' },
      { ...copy, id: 'copy-2', companyName: 'Tower', refused: [ota] },
    ],
    total: 2,
  }));
  server.on(roleCalls.apply, () => ({
    results: [{ id: 'copy-1', companyName: 'Airport', result: 'DONE' as const, gains: [ota], losses: [] }],
  }));
  renderPage(<InternalRolePage />, `/?copies=${role.id}`);
  expect(await screen.findByText('You do not hold: Software updates (OTA)')).toBeTruthy();
  await userEvent.click(screen.getByText('Apply to 1 company'));
  expect(await screen.findByText('This immediately changes what 4 accounts may do.')).toBeTruthy();
  await userEvent.click(screen.getAllByText('Apply to 1 company').at(-1) as HTMLElement);
  expect(await screen.findByText('Airport: applied')).toBeTruthy();
  expect(server.sentTo(roleCalls.apply)).toEqual([
    { id: role.id, version: 3, copies: [{ id: 'copy-1', version: 7 }] },
  ]);
});

test('an address of the list with a role id redirects to the page of the role', async () => {
  const { router } = renderPage(<OuterRolesPage />, '/outerUserManage/roleList?id=some-role');
  await waitFor(() => expect(router.state.location.pathname).toBe('/outerUserManage/role'));
  expect(router.state.location.search).toBe('?id=some-role');
});
