import { needCalls, permissions, taskCalls, type Need, type Run } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aNeed } from '../../test-kit/a-need.ts';
import { choose } from '../../test-kit/choose.ts';
import { aPerson, fakeServer, Refused, renderPage, userWith } from '../../test-kit/index.ts';
import { NeedsYouNow } from './needs-you-now.tsx';

const alarm = aNeed({
  id: 'ALARM:d2:20110',
  kind: 'ALARM',
  name: 'Walrus',
  device: { id: 'd2', name: 'Walrus', sn: 'J30-0002', model: 'J30' },
  task: null,
  site: null,
  lostM2Hours: null,
  lost: null,
  fixer: 'ANYONE',
  action: 'OPEN_DEVICE',
  reason: { code: 'ALARM_OPEN', params: { code: '20110', text: '', level: 4, count: 3, starts: 0 } },
});

function setUpServer(needs: Need[] = [aNeed(), alarm]) {
  const server = fakeServer();
  let list = needs;
  const kinds = () =>
    [...Map.groupBy(list, ({ kind }) => kind)].map(([kind, rows]) => ({ kind, count: rows.length }));
  server.on(needCalls.list, () => ({ list, total: list.length, kinds: kinds(), snoozed: 0, others: 0 }));
  const end = (id: string) => (list = list.filter((need) => need.id !== id));
  return { server, end };
}

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li')!);

test('a row says what, what it costs with its formula, and who can fix it', async () => {
  setUpServer();
  renderPage(<NeedsYouNow />);
  const row = await rowOf('Lobby');
  expect(row.getByText('Did not start as planned')).toBeTruthy();
  expect(row.getByText('Otter · North · Plaza')).toBeTruthy();
  expect(row.getByText('Operator')).toBeTruthy();
  const cost = row.getByTitle('Cleaning lost: 600 m²·h, the area times the hours');
  expect(cost.textContent).toBe('300 m² not cleaned for 2 h');
  const other = await rowOf('Walrus');
  expect(other.getByText('Brush is jammed')).toBeTruthy();
  expect(other.getByText('Open robot').getAttribute('href')).toBe('/device/detail?id=d2');
});

test('a missed start is started from its row after naming the robot, and the row goes', async () => {
  const { server, end } = setUpServer();
  server.on(taskCalls.start, () => {
    end(aNeed().id);
    return {} as Run;
  });
  renderPage(<NeedsYouNow />);
  await userEvent.click(await screen.findByLabelText('Start now: Lobby'));
  expect(await screen.findByText('Send Otter to clean Lobby now?')).toBeTruthy();
  expect(server.sentTo(taskCalls.start)).toEqual([]);
  await userEvent.click(screen.getByText('Start Otter'));
  expect(await screen.findByText('Sent Otter to clean Lobby')).toBeTruthy();
  expect(server.sentTo(taskCalls.start)).toEqual([{ id: aNeed().task!.id }]);
  await waitFor(() => expect(screen.queryByText('Did not start as planned')).toBeNull());
});

test('a refused start is explained in the dialog', async () => {
  const { server } = setUpServer();
  server.on(taskCalls.start, () => {
    throw new Refused('runActive');
  });
  renderPage(<NeedsYouNow />);
  await userEvent.click(await screen.findByLabelText('Start now: Lobby'));
  await userEvent.click(await screen.findByText('Start Otter'));
  expect(await screen.findByText(new Refused('runActive').message)).toBeTruthy();
});

test('a need whose robot may not clean leads to its page and says why', async () => {
  const faults = [{ code: '20110', forbids: ['CLEANING' as const] }];
  setUpServer([aNeed({ obstacle: { code: 'FAULT_CLEANING', name: 'Otter', binding: 'ACTIVATED', faults } })]);
  renderPage(<NeedsYouNow />);
  const row = await rowOf('Lobby');
  expect(row.getByText('Otter: Cannot clean: fault (Brush is jammed)')).toBeTruthy();
  expect(row.queryByText('Start now')).toBeNull();
  expect(row.getByText('Open task')).toBeTruthy();
});

test('an account that may not start a task gets the page of the task', async () => {
  setUpServer();
  renderPage(<NeedsYouNow />, '/', userWith(permissions.taskList));
  const link = await screen.findByLabelText('Open task: Lobby');
  expect(link.getAttribute('href')).toBe(`/dataManage/taskDetail?id=${aNeed().task!.id}`);
});

test('a need is snoozed for three days from its menu, which can be undone', async () => {
  const { server } = setUpServer();
  server.on(needCalls.snooze, () => ({}));
  renderPage(<NeedsYouNow />);
  await userEvent.click(await screen.findByLabelText('More actions for Walrus'));
  await userEvent.click(await screen.findByText('Snooze for 3 days'));
  await userEvent.click(await screen.findByText('Undo'));
  await waitFor(() => expect(server.sentTo(needCalls.snooze)).toHaveLength(2));
  const [first, undo] = server.sentTo(needCalls.snooze) as { id: string; until: string | null }[];
  const days = (Date.parse(first!.until!) - Date.now()) / 86_400_000;
  expect([first!.id, Math.round(days)]).toEqual([alarm.id, 3]);
  expect(undo).toEqual({ id: alarm.id, until: null });
});

test('a need is handed to a person who may see it', async () => {
  const { server } = setUpServer();
  const mei = { id: '0193f0c2-7a31-7c55-9d0e-0000000000a1', name: 'Mei', companyName: 'Plaza' };
  server.on(needCalls.people, () => ({ list: [mei], total: 1 }));
  server.on(needCalls.assign, () => ({}));
  renderPage(<NeedsYouNow />);
  await userEvent.click(await screen.findByLabelText('More actions for Walrus'));
  await userEvent.click(await screen.findByText('Hand to somebody…'));
  await choose(await screen.findByLabelText('Person'), 'Mei · Plaza');
  await userEvent.click(screen.getByText('Hand over', { selector: 'span' }));
  expect(await screen.findByText('Handed over Walrus')).toBeTruthy();
  expect(server.sentTo(needCalls.assign)).toEqual([{ id: alarm.id, accountId: mei.id }]);
});

test('the menu tells why a need is in the list', async () => {
  setUpServer();
  renderPage(<NeedsYouNow />);
  await userEvent.click(await screen.findByLabelText('More actions for Walrus'));
  await userEvent.click(await screen.findByText('Why is this here?'));
  expect((await screen.findByRole('note')).textContent).toBe(
    'The alarm “Brush is jammed” of level 4 is open and was reported 3 times. Starts missed since then: 0. Alarms of level 3 and above are listed.',
  );
});

test('a hand-over names the person, or only that there is one', async () => {
  const at = '2030-01-02T06:00:00.000Z';
  setUpServer([
    { ...aNeed(), assigned: { mine: true, name: 'Wei', at, handed: true } },
    { ...alarm, assigned: { mine: false, name: null, at, handed: true } },
  ]);
  renderPage(<NeedsYouNow />);
  expect((await rowOf('Lobby')).getByText('Handed to you')).toBeTruthy();
  expect((await rowOf('Walrus')).getByText('Handed to somebody else')).toBeTruthy();
});

test('a chip filters by its kind in the address', async () => {
  const { server } = setUpServer();
  renderPage(<NeedsYouNow />);
  await userEvent.click(await screen.findByText('Alarms'));
  expect(screen.getByTestId('address').textContent).toBe('?need=ALARM');
  await waitFor(() => expect(server.sentTo(needCalls.list).at(-1)).toMatchObject({ kind: 'ALARM' }));
  await userEvent.click(screen.getByText('Handed to me'));
  expect(screen.getByTestId('address').textContent).toBe('?need=ALARM&needs=mine');
});

test('an impersonating session reads and changes nothing', async () => {
  setUpServer([alarm]);
  renderPage(<NeedsYouNow />, '/', aPerson({ viewer: { username: 'admin', nickname: 'Admin' } }));
  await userEvent.click(await screen.findByLabelText('More actions for Walrus'));
  expect(await screen.findByText('Why is this here?')).toBeTruthy();
  expect(screen.queryByText('Snooze for 3 days')).toBeNull();
});

test('a list that could not be read says so, and a new try reads it', async () => {
  const { server } = setUpServer();
  server.on(needCalls.list, () => {
    throw new Refused('internal');
  });
  renderPage(<NeedsYouNow />);
  const retry = await screen.findByText('Try again');
  server.on(needCalls.list, () => ({ list: [alarm], total: 1, kinds: [], snoozed: 0, others: 0 }));
  await userEvent.click(retry);
  expect(await screen.findByText('Walrus')).toBeTruthy();
});

test('without needs the list states that nothing is to do', async () => {
  setUpServer([]);
  renderPage(<NeedsYouNow />);
  expect(await screen.findByText('Nothing needs you now')).toBeTruthy();
});
