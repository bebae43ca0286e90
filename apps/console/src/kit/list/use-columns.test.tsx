import { deviceCalls, type Device } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { aDevice } from '../../test-kit/a-device.ts';
import { fakeServer, renderPage } from '../../test-kit/index.ts';
import type { Column } from './column.ts';
import { ListPage } from './list-page.tsx';
import { useList } from './use-list.ts';

const names = ['Name', 'SN', 'Model', 'Company', 'Site'];
const columns: Column<Device>[] = names.map((title) => ({ key: title, title, cell: () => title }));
const columnPx = 100;

function Devices() {
  return <ListPage title="Devices" list={useList(deviceCalls.list)} columns={columns} empty={<p>None</p>} />;
}

let listPx = 0;
beforeAll(() => {
  // jsdom has no layout: every column is as wide as the others, and the list as wide as the test says.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(columnPx);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => listPx);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return Math.max(listPx, this.querySelectorAll('thead th').length * columnPx);
  });
});

async function headsAt(px: number, address = '/') {
  listPx = px;
  fakeServer().on(deviceCalls.list, () => ({ list: [aDevice()], total: 1 }));
  renderPage(<Devices />, address);
  return (await screen.findAllByRole('columnheader')).map((head) => head.textContent);
}

test('columns at the end are left out of a list that is too narrow for them', async () => {
  expect(await headsAt(330)).toEqual(['Name', 'SN', 'Model']);
  await userEvent.click(screen.getByRole('button', { name: '2 columns hidden' }));
  expect(await screen.findByText(/The last 2 columns do not fit/)).toBeTruthy();
  await userEvent.click(screen.getByText('Show all of them'));
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual(names);
  expect(screen.getByTestId('address').textContent).toContain('columns=');
});

test('a list that is wide enough shows all columns', async () => {
  expect(await headsAt(500)).toEqual(names);
  expect(screen.queryByText(/columns hidden/)).toBeNull();
});

test('the identity and one column stay in the narrowest list', async () => {
  expect(await headsAt(50)).toEqual(['Name', 'SN']);
});

test('columns that the reader chose are all shown', async () => {
  expect(await headsAt(200, '/?columns=SN,Site,Model')).toEqual(['Name', 'SN', 'Site', 'Model']);
});
