import { deviceCalls, type Device } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aDevice } from '../../test-kit/a-device.ts';
import { fakeServer, Refused, show } from '../../test-kit/index.ts';
import { ChoiceFilter } from './filter/choice-filter.tsx';
import type { Column } from './column.ts';
import { ListPage } from './list-page.tsx';
import { SearchFilter } from './filter/search-filter.tsx';
import { useList } from './use-list.ts';

const columns: Column<Device>[] = [
  { key: 'name', title: 'Name', sort: 'nickname', cell: ({ nickname }) => nickname },
  { key: 'sn', title: 'SN', cell: ({ sn }) => sn },
  { key: 'model', title: 'Model', hidden: true, cell: ({ model }) => model },
];
const states = [
  { value: 'ONLINE', label: 'Online' },
  { value: 'OFFLINE', label: 'Offline' },
];

const chosenOf = (rows: Device[]) => <span>chosen: {rows.map(({ sn }) => sn).join(' ')}</span>;

function Devices() {
  const list = useList(deviceCalls.list);
  return (
    <ListPage
      title="Devices"
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter placeholder="Name or SN" />
          <ChoiceFilter several name="state" label="State" options={states} />
        </>
      }
      bulk={chosenOf}
      empty={<p>No devices yet</p>}
    />
  );
}

const lobby = aDevice();
const atrium = aDevice({ id: '0193f0c2-7a31-7c55-9d0e-0000000000a2', nickname: 'Atrium', sn: 'J40-0001' });
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(deviceCalls.list, () => ({ list: [lobby, atrium], total: 120 }));
});
const asked = () => server.sentTo(deviceCalls.list);
const address = () => screen.getByTestId('address').textContent;

test('the address holds filters, sort and page, typed by the call', async () => {
  show(<Devices />, '/?state=OFFLINE&state=SLEEP&socBelow=20&page=2&sort=-soc&nonsense=1&alarmLevel=x');
  await screen.findByText('Lobby');
  expect(asked()).toEqual([
    { state: ['OFFLINE', 'SLEEP'], socBelow: 20, page: 2, pageSize: 20, sort: '-soc' },
  ]);
});

test('typing asks once the person pauses, and goes back to page one', async () => {
  show(<Devices />, '/?page=3');
  await screen.findByText('Lobby');
  await userEvent.type(screen.getByLabelText('Name or SN'), 'lob');
  await waitFor(() => expect(asked().at(-1)).toEqual({ keyword: 'lob', page: 1, pageSize: 20 }));
  expect(asked()).toHaveLength(2);
  expect(address()).toBe('?keyword=lob');
});

test('each active filter is a chip that takes it away', async () => {
  show(<Devices />, '/?state=OFFLINE&state=ONLINE');
  await userEvent.click(await screen.findByLabelText('Remove filter State: Offline'));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ state: ['ONLINE'] }));
  await userEvent.click(screen.getByText('Clear filters'));
  await waitFor(() => expect(address()).toBe(''));
});

test('sorting goes up, down and off', async () => {
  show(<Devices />);
  const head = within(await screen.findByRole('columnheader', { name: 'Name' })).getByRole('button');
  for (const sort of ['?sort=nickname', '?sort=-nickname', '']) {
    await userEvent.click(head);
    await waitFor(() => expect(address()).toBe(sort));
  }
});

test('the pager knows the total, the sizes and the way to a page', async () => {
  show(<Devices />);
  await screen.findByText('Lobby');
  expect(screen.getByText('120 in total')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Go to'), '99{Enter}');
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: 6 }));
  await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '50');
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: 1, pageSize: 50 }));
});

test('until rows are known, or when they cannot be read, nothing says there are none', async () => {
  const said = () => screen.queryByText(/in total/);
  const count = () => document.querySelector('.sl-count')?.textContent;
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => (answer = resolve));
  server.on(deviceCalls.list, async () => {
    await waiting;
    throw new Refused('internal');
  });
  show(<Devices />, '/?page=3');
  expect(screen.getByRole('heading', { name: 'Devices' })).toBeTruthy();
  expect([said(), count()]).toEqual([null, '']);
  expect(screen.getByText('3').getAttribute('aria-current')).toBe('page');
  answer();
  const again = await screen.findByText('Try again');
  expect([said(), count()]).toEqual([null, '']);
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  await userEvent.click(again);
  expect(await screen.findByText('0 in total')).toBeTruthy();
  expect(count()).toBe('0');
});

test('a column that was chosen is in the address', async () => {
  show(<Devices />, '/?columns=model');
  await screen.findByText('Lobby');
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['', 'Name', 'Model']);
});

test('columns stand in the order somebody put them in, and go back to the usual one', async () => {
  show(<Devices />);
  await screen.findByText('Lobby');
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
  await userEvent.click(screen.getByLabelText('Columns'));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Model' }));
  expect(heads()).toEqual(['', 'Name', 'SN', 'Model']);
  await userEvent.click(screen.getByLabelText('Move Model up'));
  expect(heads()).toEqual(['', 'Name', 'Model', 'SN']);
  expect(address()).toBe('?columns=model%2Csn');
  await userEvent.click(screen.getByText('Usual columns'));
  expect(heads()).toEqual(['', 'Name', 'SN']);
  expect(address()).toBe('');
});

test('no column but the identity is a choice too', async () => {
  show(<Devices />);
  await screen.findByText('Lobby');
  await userEvent.click(screen.getByLabelText('Columns'));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'SN' }));
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['', 'Name']);
});

test('rows that were chosen raise the bar of what can be done with them', async () => {
  show(<Devices />);
  await userEvent.click((await screen.findAllByLabelText('Select row'))[1] as HTMLElement);
  expect(screen.getByText('chosen: J40-0001')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Clear selection'));
  expect(screen.queryByText('chosen: J40-0001')).toBeNull();
});

test('nothing at all says what would be here; nothing found offers the way back', async () => {
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  show(<Devices />, '/?keyword=zzz');
  await screen.findByText('Nothing matches these filters');
  await userEvent.click(screen.getAllByText('Clear filters')[0] as HTMLElement);
  expect(await screen.findByText('No devices yet')).toBeTruthy();
});

test('a list that cannot be read says so and tries again', async () => {
  server.on(deviceCalls.list, () => Promise.reject(new Error('down')));
  show(<Devices />);
  const again = await screen.findByText('Try again');
  server.on(deviceCalls.list, () => ({ list: [lobby], total: 1 }));
  await userEvent.click(again);
  expect(await screen.findByText('Lobby')).toBeTruthy();
});
