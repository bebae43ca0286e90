import {
  alarmSettingCalls,
  companyCalls,
  permissions,
  snapshotRuleCalls,
  type AlarmSettingRow,
  type AlarmSuppression,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aPerson, choose, fakeServer, Refused, renderPage, userWith } from '../../../test-kit/index.ts';
import { AlarmSettingsPage } from './alarm-settings-page.tsx';

const { query, setAlarm, suppressions } = alarmSettingCalls;
const own = {
  version: 0,
  level: null,
  fixer: null,
  push: null,
  pushOffUntil: null,
  reason: '',
  orderMode: null,
  orderAfterMinutes: null,
};

const aRow = (changes: Partial<AlarmSettingRow> = {}): AlarmSettingRow => ({
  id: '10110/',
  code: '10110',
  errorType: '',
  type: 'STUCK',
  name: 'Robot is stuck',
  productLevel: 4,
  level: { value: 2, from: 'INHERITED' },
  fixer: { value: 'ANYONE', from: 'BUILT_IN' },
  push: { isTold: true, until: null, from: 'BUILT_IN' },
  order: { mode: 'NEVER', afterMinutes: 0, from: 'BUILT_IN' },
  inherited: {
    level: 2,
    fixer: 'ANYONE',
    isTold: true,
    orderMode: 'AUTO',
    orderAfterMinutes: 30,
  },
  own,
  ...changes,
});

function world(rows: AlarmSettingRow[]) {
  const server = fakeServer();
  server.on(companyCalls.options, () => ({ list: [], total: 1 }));
  server.on(query, () => ({ list: rows, total: rows.length }));
  server.on(setAlarm, ({ version }) => aRow({ own: { ...own, version: version + 1 } }));
  return server;
}
const menuOf = async (name: string) =>
  userEvent.click(await screen.findByLabelText(`More actions for ${name}`));

test('a code shows what the robot says, what counts here and where it comes from', async () => {
  world([
    aRow(),
    aRow({
      id: '90000/noRoute',
      code: '90000',
      errorType: 'noRoute',
      productLevel: null,
      level: { value: null, from: 'BUILT_IN' },
      push: { isTold: false, until: null, from: 'INHERITED' },
    }),
  ]);
  renderPage(<AlarmSettingsPage />);
  const row = within((await screen.findByText('Robot is stuck')).closest('tr')!);
  expect(row.getByText('Level 2')).toBeTruthy();
  expect(row.getByText('robot says 4 · inherited from above')).toBeTruthy();
  const foreign = within(screen.getByText('noRoute').closest('tr')!);
  expect(foreign.getByText('As the vehicle reports')).toBeTruthy();
  expect(foreign.getByText('Suppressed permanently')).toBeTruthy();
});

test('one press suppresses a code, and the toast restores what was there', async () => {
  const server = world([aRow({ own: { ...own, version: 3 } })]);
  renderPage(<AlarmSettingsPage />);
  await menuOf('Robot is stuck');
  await userEvent.click(await screen.findByText('Suppress for 7 days'));
  const { companyId } = aPerson();
  await waitFor(() =>
    expect(server.sentTo(setAlarm)[0]).toMatchObject({
      companyId,
      code: '10110',
      version: 3,
      push: 'OFF_7_DAYS',
    }),
  );
  await userEvent.click(await screen.findByText('Undo'));
  await waitFor(() =>
    expect(server.sentTo(setAlarm)[1]).toMatchObject({ version: 4, push: 'INHERITED', level: null }),
  );
});

test('a code of level 5 is suppressed in the dialog, because it needs a reason', async () => {
  const server = world([aRow({ level: { value: 5, from: 'OWN' } })]);
  renderPage(<AlarmSettingsPage />);
  await menuOf('Robot is stuck');
  await userEvent.click(await screen.findByText('Suppress permanently'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/It notifies nobody/)).toBeTruthy();
  expect(server.sentTo(setAlarm)).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Reason'), 'Building site');
  await userEvent.click(dialog.getByText('Save', { selector: 'span' }));
  await waitFor(() =>
    expect(server.sentTo(setAlarm)[0]).toMatchObject({ push: 'OFF', reason: 'Building site' }),
  );
});

test('the dialog explains the effect while it is edited, and a failed save says what failed and why', async () => {
  const server = world([aRow()]);
  server.on(setAlarm, () => {
    throw new Refused('outdated');
  });
  renderPage(<AlarmSettingsPage />);
  await userEvent.click(await screen.findByText('Robot is stuck'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('status').textContent).toContain(
    'The robot says: Level 4. Here it counts as: Level 2 (inherited).',
  );
  await choose(dialog.getByLabelText('Level'), 'Level 1');
  await waitFor(() =>
    expect(dialog.getByRole('status').textContent).toContain('Here it counts as: Level 1 (decided here).'),
  );
  await userEvent.click(dialog.getByText('Save', { selector: 'span' }));
  expect(await screen.findByText(/^Configuration Failed: ./)).toBeTruthy();
});

test('a code makes orders by itself after minutes, which are asked for only then', async () => {
  const server = world([aRow()]);
  renderPage(<AlarmSettingsPage />);
  await userEvent.click(await screen.findByText('Robot is stuck'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Inherited: By itself after 30 min')).toBeTruthy();
  expect(dialog.queryByLabelText('After minutes')).toBeNull();
  await choose(dialog.getByLabelText('Work order'), 'By itself');
  const minutes = await dialog.findByLabelText('After minutes');
  await userEvent.clear(minutes);
  await userEvent.type(minutes, '15');
  await userEvent.click(dialog.getByText('Save', { selector: 'span' }));
  await waitFor(() =>
    expect(server.sentTo(setAlarm)[0]).toMatchObject({ orderMode: 'AUTO', orderAfterMinutes: 15 }),
  );
});

test('one press resets a code that is changed here; a code that is not changed has no such press', async () => {
  const server = world([
    aRow({ own: { ...own, version: 2, level: 1 }, level: { value: 1, from: 'OWN' } }),
    aRow({ id: '10102/', code: '10102' }),
  ]);
  renderPage(<AlarmSettingsPage />);
  await menuOf('Bumper pressed');
  expect(await screen.findByText('Always on')).toBeTruthy();
  expect(screen.queryByText('Reset to inherited')).toBeNull();
  await userEvent.keyboard('{Escape}');
  await menuOf('Robot is stuck');
  await userEvent.click(await screen.findByText('Reset to inherited'));
  await waitFor(() =>
    expect(server.sentTo(setAlarm)[0]).toMatchObject({
      version: 2,
      level: null,
      fixer: null,
      push: 'INHERITED',
      orderMode: null,
    }),
  );
});

test('a reader without the permission to change sees no actions', async () => {
  world([aRow()]);
  renderPage(<AlarmSettingsPage />, '/', userWith('M700115'));
  expect(await screen.findByText('Robot is stuck')).toBeTruthy();
  expect(screen.queryByLabelText('More actions for Robot is stuck')).toBeNull();
});

test('the standing list names reason and person of each suppression, and ends it', async () => {
  const server = world([]);
  const row: AlarmSuppression = {
    id: 's1',
    companyId: '01900000-0000-7000-8000-0000000000a1',
    companyName: 'Mall',
    code: '10110',
    errorType: '',
    model: 'J30',
    version: 2,
    since: new Date().toISOString(),
    until: null,
    reason: 'Building site',
    by: 'Wei',
  };
  server.on(suppressions, () => ({ list: [row, { ...row, id: 's2', code: '10102', by: null }], total: 2 }));
  renderPage(<AlarmSettingsPage />, '/?view=suppressions');
  const first = within((await screen.findByText('Robot is stuck')).closest('tr')!);
  for (const text of ['Mall', 'Wei', 'Building site', 'Suppressed permanently'])
    expect(first.getByText(text)).toBeTruthy();
  await userEvent.click(first.getByText('End'));
  await waitFor(() =>
    expect(server.sentTo(setAlarm)[0]).toMatchObject({
      companyId: row.companyId,
      model: 'J30',
      version: 2,
      push: 'INHERITED',
    }),
  );
});

const rule = {
  companyName: 'Mall',
  minLevel: null,
  ofAssists: false,
  onReports: true,
  onOrders: true,
  version: 3,
  updatedAt: null,
  updatedBy: '',
  used: { taken: 7, failed: 2 },
};

test('a company decides which alarms bring a snapshot, and sees what became of them', async () => {
  const server = world([aRow()]);
  server.on(snapshotRuleCalls.detail, () => rule);
  server.on(snapshotRuleCalls.update, () => rule);
  renderPage(<AlarmSettingsPage />, '/', aPerson());
  await userEvent.click(await screen.findByRole('button', { name: 'Automatic snapshots' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/robot of Mall raises an alarm/)).toBeTruthy();
  expect(dialog.getByText('Last 24 hours: 7 taken, 2 failed')).toBeTruthy();
  await choose(dialog.getByLabelText('Alarms from level'), 'Level 4 and above');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Interventions of any level as well' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const sent = { minLevel: 4, ofAssists: true, onReports: true, onOrders: true, version: 3 };
  await waitFor(() => expect(server.sentTo(snapshotRuleCalls.update)).toEqual([sent]));
});

test('a rule that cannot be read says so and is read again on request', async () => {
  const server = world([aRow()]);
  server.on(snapshotRuleCalls.detail, () => {
    throw new Refused('internal');
  });
  renderPage(<AlarmSettingsPage />, '/', aPerson());
  await userEvent.click(await screen.findByRole('button', { name: 'Automatic snapshots' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.on(snapshotRuleCalls.detail, () => rule);
  await userEvent.click(retry);
  await screen.findByText(/robot of Mall raises an alarm/);
});

test('automatic snapshots are offered to those who may change alarm codes and take snapshots', async () => {
  world([aRow()]);
  const { alarmSettingChange, reportSettings } = permissions;
  renderPage(<AlarmSettingsPage />, '/', userWith(reportSettings, alarmSettingChange));
  await screen.findByText('Robot is stuck');
  expect(screen.queryByRole('button', { name: 'Automatic snapshots' })).toBeNull();
});
