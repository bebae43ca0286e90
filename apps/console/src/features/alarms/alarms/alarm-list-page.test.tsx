import { alarmActCalls, alarmCalls, companyCalls, deviceCalls, siteCalls, topics } from '@sweepline/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { anAlarm } from '../../../test-kit/an-alarm.ts';
import { FakeSocket } from '../../../test-kit/fake-socket.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { AlarmListPage } from './alarm-list-page.tsx';

const jam = anAlarm({ clearedAt: null });
const lost = anAlarm({
  id: '01900000-0000-7000-8000-0000000000a2',
  code: '40101',
  level: 5,
  effectiveLevel: 2,
  clearedAt: null,
  deviceName: 'Walrus',
  followers: { count: 1, open: 1 },
});
const follower = anAlarm({
  id: '01900000-0000-7000-8000-0000000000a3',
  code: '40201',
  causeId: lost.id,
  deviceName: 'Walrus',
});

let server: ReturnType<typeof fakeServer>;
const socket = new FakeSocket();
beforeEach(() => {
  server = fakeServer();
  for (const call of [siteCalls.list, deviceCalls.list]) server.on(call, () => ({ list: [], total: 0 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(alarmCalls.list, ({ causeId }) => {
    const list = causeId === undefined ? [jam, lost] : [follower];
    return { list, total: list.length };
  });
  server.on(alarmCalls.summary, () => ({
    open: 7,
    followers: 2,
    unacknowledged: 3,
    mine: 1,
    shelved: 2,
    levels: [5, 4, 3, 2, 1].map((level) => ({ level, count: level === 5 ? 4 : 0 })),
    codes: [{ code: '20110', count: 5 }],
  }));
});
const show = (address = '/') =>
  renderPage(
    <SocketContext value={socket}>
      <AlarmListPage />
    </SocketContext>,
    address,
  );
const choose = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')!;
  await userEvent.click(within(row).getByRole('checkbox'));
};

test('chosen alarms are acknowledged in one dialog, which names who came first', async () => {
  server.on(alarmActCalls.acknowledge, ({ alarms: [target] }) => {
    const isFirst = target!.id === jam.id;
    const refused = {
      done: false,
      code: 409,
      reason: 'Already acknowledged by Wei at 08:00',
      who: 'Wei',
      when: '2030-01-01T08:00:00.000Z',
      version: null,
    };
    const done = { done: true, code: 200, reason: '', who: null, when: null, version: 2 };
    return { results: [{ id: target!.id, ...(isFirst ? done : refused) }] };
  });
  show();
  await choose('Otter');
  await choose('Walrus');
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Acknowledge' }));
  expect(await dialog.findByText('Already acknowledged by Wei at 08:00')).toBeTruthy();
  expect(server.sentTo(alarmActCalls.acknowledge)).toEqual([
    { alarms: [{ id: jam.id, version: 1 }] },
    { alarms: [{ id: lost.id, version: 1 }] },
  ]);
});

test('one alarm is acknowledged by a key without a dialog, and that is undone', async () => {
  const done = { done: true, code: 200, reason: '', who: null, when: null };
  server.on(alarmActCalls.acknowledge, () => ({ results: [{ ...done, id: jam.id, version: 2 }] }));
  server.on(alarmActCalls.withdraw, () => ({ results: [{ ...done, id: jam.id, version: 3 }] }));
  show();
  await choose('Otter');
  await userEvent.keyboard('a');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(server.sentTo(alarmActCalls.withdraw)).toEqual([{ alarms: [{ id: jam.id, version: 2 }] }]),
  );
  expect(server.sentTo(alarmActCalls.acknowledge)).toEqual([{ alarms: [{ id: jam.id, version: 1 }] }]);
  expect(await screen.findByText(/is unacknowledged again$/)).toBeTruthy();
});

test('processing needs a result, and a key opens its dialog', async () => {
  server.on(alarmActCalls.process, ({ alarms: [target] }) => ({
    results: [{ id: target!.id, done: true, code: 200, reason: '', who: null, when: null, version: 2 }],
  }));
  show();
  await choose('Otter');
  await userEvent.keyboard('p');
  const dialog = within(await screen.findByRole('dialog'));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Process' });
  expect(button.disabled).toBe(true);
  await userEvent.type(dialog.getByLabelText('Result'), 'Brush cleaned');
  await userEvent.click(button);
  await waitFor(() =>
    expect(server.sentTo(alarmActCalls.process)).toEqual([
      { alarms: [{ id: jam.id, version: 1 }], result: 'Brush cleaned' },
    ]),
  );
});

test('followers stand under their cause, and the robot’s own level is shown on hover', async () => {
  show();
  expect(await screen.findByText('+ 2 follow-up alarms, under their causes')).toBeTruthy();
  expect(await screen.findByTitle('Level 2 by the settings; the robot reports level 5')).toBeTruthy();
  expect(server.sentTo(alarmCalls.list)[0]).toMatchObject({ roots: true });
  await userEvent.click(screen.getByRole('button', { name: '1 follow-up alarm' }));
  expect(await screen.findByText('No route to the target')).toBeTruthy();
  expect(server.sentTo(alarmCalls.list).at(-1)).toMatchObject({ causeId: lost.id });
});

test('a tab with its number filters the list, and an act of another account reads it again', async () => {
  show();
  await userEvent.click(await screen.findByRole('tab', { name: 'Not acknowledged3' }));
  await waitFor(() =>
    expect(server.sentTo(alarmCalls.list).at(-1)).toMatchObject({
      open: true,
      acknowledged: false,
      shelved: false,
      processing: 'NOT_PROCESSED',
    }),
  );
  const before = server.sentTo(alarmCalls.list).length;
  act(() => socket.push(topics.alarmActs, { changes: [{ id: jam.id, deviceId: jam.deviceId }] }));
  await waitFor(() => expect(server.sentTo(alarmCalls.list).length).toBeGreaterThan(before));
});

test('it opens on what is open, the worst first; a search and the last tab have all alarms', async () => {
  show();
  await screen.findByText('Walrus');
  expect(server.sentTo(alarmCalls.list)[0]).toMatchObject({ open: true, sort: '-level', roots: true });
  await userEvent.click(screen.getByRole('tab', { name: 'All' }));
  await waitFor(() => expect(server.sentTo(alarmCalls.list).at(-1)).not.toHaveProperty('open'));
  expect(server.sentTo(alarmCalls.list).at(-1)).not.toHaveProperty('sort');
});

test('a link with a search shows closed alarms too', async () => {
  show('/?keyword=brush');
  expect(await screen.findByRole('tab', { name: 'All', selected: true })).toBeTruthy();
  await waitFor(() => expect(server.sentTo(alarmCalls.list)).toHaveLength(1));
  expect(server.sentTo(alarmCalls.list)[0]).not.toHaveProperty('open');
});

test('a letter acts on the row with the focus, and not on a row whose alarm it has no effect on', async () => {
  const done = { done: true, code: 200, reason: '', who: null, when: null };
  server.on(alarmActCalls.acknowledge, () => ({ results: [{ ...done, id: jam.id, version: 2 }] }));
  show();
  await screen.findByText('Walrus');
  await userEvent.keyboard('ja');
  await waitFor(() => expect(server.sentTo(alarmActCalls.acknowledge)).toHaveLength(1));
  expect(server.sentTo(alarmActCalls.acknowledge)[0]).toMatchObject({ alarms: [{ version: 1 }] });
  await userEvent.keyboard('ju');
  expect(server.sentTo(alarmActCalls.unshelve)).toEqual([]);
});

test('an empty tab leads to all alarms, and a centre without any says what would be here', async () => {
  server.on(alarmCalls.list, () => ({ list: [], total: 0 }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'All alarms' }));
  expect(await screen.findByText('No alarms')).toBeTruthy();
});
