import { deviceCalls, type Device } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aDevice } from '../../test-kit/a-device.ts';
import { choose, fakeServer, Refused, renderPage } from '../../test-kit/index.ts';
import { ChoiceFilter } from './filter/choice-filter.tsx';
import type { Column } from './column.ts';
import { ListPage } from './list-page.tsx';
import { SearchFilter } from './filter/search-filter.tsx';
import { useList } from './use-list.ts';

const columns: Column<Device>[] = [
  { key: 'name', title: 'Name', sort: 'nickname', cell: ({ nickname }) => <a href="#robot">{nickname}</a> },
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
const listInputs = () => server.sentTo(deviceCalls.list);
const address = () => screen.getByTestId('address').textContent;

test('filters, sort and page are read from the address with the types of the call', async () => {
  renderPage(<Devices />, '/?state=OFFLINE&state=SLEEP&socBelow=20&page=2&sort=-soc&nonsense=1&alarmLevel=x');
  await screen.findByText('Lobby');
  expect(listInputs()).toEqual([
    { state: ['OFFLINE', 'SLEEP'], socBelow: 20, page: 2, pageSize: 20, sort: '-soc' },
  ]);
});

test('typing searches once after a pause and returns to page one', async () => {
  renderPage(<Devices />, '/?page=3');
  await screen.findByText('Lobby');
  await userEvent.type(screen.getByLabelText('Name or SN'), 'lob');
  await waitFor(() => expect(listInputs().at(-1)).toEqual({ keyword: 'lob', page: 1, pageSize: 20 }));
  expect(listInputs()).toHaveLength(2);
  expect(address()).toBe('?keyword=lob');
});

test('each active filter has a chip that removes it', async () => {
  renderPage(<Devices />, '/?state=OFFLINE&state=ONLINE');
  await userEvent.click(await screen.findByLabelText('Remove filter State: Offline'));
  await waitFor(() => expect(listInputs().at(-1)).toMatchObject({ state: ['ONLINE'] }));
  await userEvent.click(screen.getByText('Clear filters'));
  await waitFor(() => expect(address()).toBe(''));
});

test('clicks on a column head sort ascending, descending and not at all', async () => {
  renderPage(<Devices />);
  const head = within(await screen.findByRole('columnheader', { name: 'Name' })).getByRole('button');
  for (const sort of ['?sort=nickname', '?sort=-nickname', '']) {
    await userEvent.click(head);
    await waitFor(() => expect(address()).toBe(sort));
  }
});

test('the pager shows the total, jumps to a page and changes the page size', async () => {
  renderPage(<Devices />);
  await screen.findByText('Lobby');
  expect(screen.getByText('120 in total')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Go to'), '99{Enter}');
  await waitFor(() => expect(listInputs().at(-1)).toMatchObject({ page: 6 }));
  await choose(screen.getByLabelText('Rows per page'), '50 / page');
  await waitFor(() => expect(listInputs().at(-1)).toMatchObject({ page: 1, pageSize: 50 }));
});

test('no total is shown before the rows are read or when they cannot be read', async () => {
  const total = () => screen.queryByText(/in total/);
  const count = () => document.querySelector('.sl-count')?.textContent;
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => (answer = resolve));
  server.on(deviceCalls.list, async () => {
    await waiting;
    throw new Refused('internal');
  });
  renderPage(<Devices />, '/?page=3');
  expect(screen.getByRole('heading', { name: 'Devices' })).toBeTruthy();
  expect([total(), count()]).toEqual([null, '']);
  expect(screen.getByText('3').getAttribute('aria-current')).toBe('page');
  answer();
  const again = await screen.findByText('Try again');
  expect([total(), count()]).toEqual([null, '']);
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  await userEvent.click(again);
  expect(await screen.findByText('0 in total')).toBeTruthy();
  expect(count()).toBe('0');
});

test('the visible columns are read from the address', async () => {
  renderPage(<Devices />, '/?columns=model');
  await screen.findByText('Lobby');
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['', 'Name', 'Model']);
});

test('columns are shown in the chosen order and can be reset to the usual one', async () => {
  renderPage(<Devices />);
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

test('all columns except the identity can be hidden', async () => {
  renderPage(<Devices />);
  await screen.findByText('Lobby');
  await userEvent.click(screen.getByLabelText('Columns'));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'SN' }));
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['', 'Name']);
});

test('the bulk bar is shown while rows are selected', async () => {
  renderPage(<Devices />);
  await userEvent.click((await screen.findAllByLabelText('Select row'))[1] as HTMLElement);
  expect(screen.getByText('chosen: J40-0001')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Clear selection'));
  expect(screen.queryByText('chosen: J40-0001')).toBeNull();
});

test('an empty list shows its empty state, and one without matches offers to clear the filters', async () => {
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  renderPage(<Devices />, '/?keyword=zzz');
  await screen.findByText('Nothing matches these filters');
  await userEvent.click(screen.getAllByText('Clear filters')[0] as HTMLElement);
  expect(await screen.findByText('No devices yet')).toBeTruthy();
});

test('a list that cannot be read shows the failure, and retry reads it again', async () => {
  server.on(deviceCalls.list, () => Promise.reject(new Error('down')));
  renderPage(<Devices />);
  const again = await screen.findByText('Try again');
  server.on(deviceCalls.list, () => ({ list: [lobby], total: 1 }));
  await userEvent.click(again);
  expect(await screen.findByText('Lobby')).toBeTruthy();
});

test('J and K move from row to row, X selects, Escape clears, and the slash leads to the search', async () => {
  renderPage(<Devices />);
  await screen.findByText('Lobby');
  const focused = () => document.activeElement?.textContent;
  await userEvent.keyboard('j');
  expect(focused()).toBe('Lobby');
  await userEvent.keyboard('jj');
  expect(focused()).toBe('Atrium');
  await userEvent.keyboard('x');
  expect(screen.getByText('chosen: J40-0001')).toBeTruthy();
  await userEvent.keyboard('kx');
  expect(focused()).toBe('Lobby');
  expect(screen.getByText(/^chosen: \S+ J40-0001$/)).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText(/^chosen/)).toBeNull();
  await userEvent.keyboard('/');
  const field = screen.getByLabelText<HTMLInputElement>('Name or SN');
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('jx');
  expect(field.value).toBe('jx');
});
