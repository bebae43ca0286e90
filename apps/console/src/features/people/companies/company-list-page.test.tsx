import { companyCalls, permissions, type CompanyDetail } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCompany } from '../../../test-kit/company-builder.ts';
import { fakeServer, userWith, Refused, renderPage } from '../../../test-kit/index.ts';
import { CompanyListPage } from './company-list-page.tsx';

const plaza = aCompany({ location: 'Hafenstrasse 1' });
const frozen = aCompany({
  id: '0193f0c2-7a31-7c55-9d0e-0000000000c2',
  name: 'Tower',
  frozenAt: '2030-01-01T00:00:00.000Z',
});
const below = aCompany({
  id: '0193f0c2-7a31-7c55-9d0e-0000000000c3',
  name: 'Kiosk',
  frozenAbove: true,
  acts: [],
});
const provider = {
  id: '0193f0c2-7a31-7c55-9d0e-0000000000c9',
  name: 'Sweepline',
  type: 0,
  agentLevel: null,
} as const;
const rhein = { id: '0193f0c2-7a31-7c55-9d0e-0000000000c0', name: 'Rhein', type: 2, agentLevel: 2 } as const;
const detailOf = (changes: Partial<CompanyDetail> = {}): CompanyDetail => ({
  company: plaza,
  way: [],
  holdings: [],
  people: [],
  devices: [],
  below: [],
  changes: [],
  ...changes,
});

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(companyCalls.list, () => ({ list: [plaza, frozen, below], total: 3 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(companyCalls.staff, () => ({ list: [], total: 0 }));
  server.on(companyCalls.places, () => ({ list: [provider, rhein], total: 2 }));
  server.on(companyCalls.detail, () => detailOf());
});
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return within(row);
};
const openMenu = async (name: string) =>
  await userEvent.click((await rowOf(name)).getByLabelText(`More actions for ${name}`));
const choose = async (name: string, act: string) => {
  await openMenu(name);
  await userEvent.click(await screen.findByText(act));
};

test('a row shows the type of a company, whether its accounts may sign in, and its counts', async () => {
  renderPage(<CompanyListPage kind="terminals" />);
  const row = await rowOf('Plaza');
  expect(row.getByText('Germany · Hafenstrasse 1')).toBeTruthy();
  expect(row.getByText('Active')).toBeTruthy();
  expect(row.getByText('Shopping mall')).toBeTruthy();
  expect(row.getByLabelText('4 stars')).toBeTruthy();
  expect((await rowOf('Tower')).getByText('Frozen')).toBeTruthy();
  expect((await rowOf('Kiosk')).getByText('Frozen by a company above')).toBeTruthy();
  expect(server.sentTo(companyCalls.list)).toEqual([{ page: 1, pageSize: 20, type: 1 }]);
});

test('each page filters by its own type, and the URL stores the filters', async () => {
  renderPage(<CompanyListPage kind="agents" />, '/?agentLevel=2&access=FROZEN');
  await rowOf('Plaza');
  expect(server.sentTo(companyCalls.list)[0]).toMatchObject({ type: 2, agentLevel: 2, access: 'FROZEN' });
  expect(screen.getByText('Agent level: Level 2')).toBeTruthy();
});

test('an action that the server does not list for a company is not offered', async () => {
  renderPage(<CompanyListPage kind="terminals" />, '/', userWith(permissions.terminalCompanies));
  expect((await rowOf('Kiosk')).queryByLabelText('More actions for Kiosk')).toBeNull();
  expect(screen.queryByText('Add terminal company')).toBeNull();
  await openMenu('Tower');
  expect(await screen.findByText('Unfreeze')).toBeTruthy();
  expect(screen.queryByText('Freeze')).toBeNull();
});

test('freezing names the company and the number of accounts it signs out', async () => {
  server.on(companyCalls.freeze, () => aCompany({ frozenAt: '2030-01-01T00:00:00.000Z' }));
  renderPage(<CompanyListPage kind="terminals" />);
  await choose('Plaza', 'Freeze');
  expect(await screen.findByText('Freeze Plaza?')).toBeTruthy();
  expect(screen.getByText(/^3 accounts of it/)).toBeTruthy();
  await userEvent.click(screen.getAllByText('Freeze').at(-1) as HTMLElement);
  expect(await screen.findByText('Froze Plaza')).toBeTruthy();
  expect(server.sentTo(companyCalls.freeze)).toEqual([{ id: plaza.id }]);
});

test('a company that is not empty cannot be deleted; its contents are counted', async () => {
  server.on(companyCalls.detail, () => detailOf({ holdings: [{ what: 'devices', count: 12 }] }));
  renderPage(<CompanyListPage kind="terminals" />);
  await choose('Plaza', 'Delete');
  expect(await screen.findByText('Plaza is not empty')).toBeTruthy();
  expect(screen.getByText('devices: 12')).toBeTruthy();
  expect(server.sentTo(companyCalls.remove)).toEqual([]);
});

test('a new agent shows the level that follows from its parent', async () => {
  server.on(companyCalls.add, () => plaza);
  renderPage(<CompanyListPage kind="agents" />);
  await userEvent.click(await screen.findByText('Add agent'));
  expect(await screen.findByText('Agent level 1')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Name'), 'Ruhr');
  await userEvent.click(screen.getAllByText('Add agent').at(-1) as HTMLElement);
  await waitFor(() =>
    expect(server.sentTo(companyCalls.add)).toEqual([
      { type: 2, parentId: provider.id, feature: 0, name: 'Ruhr' },
    ]),
  );
});

test('an edit uses the newest version, hides links without the right, and stays open after a refusal', async () => {
  server.on(companyCalls.detail, () => detailOf({ company: aCompany({ version: 9 }) }));
  server.on(companyCalls.update, () => {
    throw new Refused('changedMeanwhile');
  });
  renderPage(<CompanyListPage kind="terminals" />);
  await choose('Plaza', 'Edit');
  await userEvent.click(await screen.findByLabelText('2 stars'));
  await userEvent.click(screen.getByText('Save', { selector: 'span' }));
  await waitFor(() => expect(server.sentTo(companyCalls.update)).toHaveLength(1));
  const [input] = server.sentTo(companyCalls.update) as Record<string, unknown>[];
  expect(input).toMatchObject({ id: plaza.id, version: 9, rating: 2, name: 'Plaza' });
  expect(input).not.toHaveProperty('salesId');
  expect(screen.getByText('Edit Plaza')).toBeTruthy();
});
