import {
  allCodes,
  elevatorProjectCalls,
  menuPinCalls,
  pages,
  permissions,
  type MenuPin,
} from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../kit/api/session.ts';
import { fakeServer, renderPage, userWith } from '../../test-kit/index.ts';
import { Breadcrumb } from '../shell/breadcrumb.tsx';
import { MenuList } from './menu-list.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
});
const renderMenu = (address: string, granted: string = '*', pins: MenuPin[] = []) => {
  server.on(menuPinCalls.list, () => ({ list: pins }));
  return renderPage(<MenuList />, address, userWith(granted));
};
const openMore = () => userEvent.click(screen.getByRole('button', { name: 'More' }));

test('pages that are not of every day stand behind More, which shows the entry of the open page', async () => {
  renderMenu('/logManage/audit');
  expect(screen.getByText('Devices')).toBeTruthy();
  expect(screen.getByText('Audit').closest('a')?.getAttribute('aria-current')).toBe('page');
  expect(screen.queryByText('System log')).toBeNull();
  await openMore();
  expect(await screen.findByText('System log')).toBeTruthy();
  await openMore();
});

test('a folded group still shows the entry of the open page, and stays folded', async () => {
  const { unmount } = renderMenu('/logManage/audit');
  await openMore();
  const head = await screen.findByRole('button', { name: 'Logs' });
  expect(head.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(head);
  const group = screen.getByRole('list', { name: 'Logs' });
  expect(within(group).getAllByRole('link')).toHaveLength(1);
  expect(within(group).getByText('Audit')).toBeTruthy();
  unmount();
  renderMenu('/deviceManage/list');
  expect((await screen.findByRole('button', { name: 'Logs' })).getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(screen.getByRole('button', { name: 'Logs' }));
  expect(screen.getByText('System log')).toBeTruthy();
  await openMore();
});

test('a pinned page and a pinned view stand above all, and a star lets one go', async () => {
  const view = { page: '/deviceManage/list', query: 'socBelow=20', name: 'Low battery' };
  renderMenu('/deviceManage/list?socBelow=20', '*', [
    { page: '/logManage/audit', query: '', name: '' },
    view,
  ]);
  server.on(menuPinCalls.remove, () => ({}));
  const pinned = await screen.findByRole('list', { name: 'Pinned' });
  const links = within(pinned).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Audit', 'Low battery']);
  expect(links[1]?.getAttribute('href')).toBe('/deviceManage/list?socBelow=20');
  expect(links[1]?.getAttribute('aria-current')).toBe('page');
  await userEvent.click(within(pinned).getByRole('button', { name: 'Unpin Low battery' }));
  expect(server.sentTo(menuPinCalls.remove)).toEqual([{ page: view.page, query: view.query }]);
});

test('the pins of the last time stand there before the answer', async () => {
  const { unmount } = renderMenu('/deviceManage/list', '*', [
    { page: '/logManage/audit', query: '', name: '' },
  ]);
  await screen.findByRole('list', { name: 'Pinned' });
  unmount();
  server.on(menuPinCalls.list, () => new Promise(() => {}));
  renderPage(<MenuList />, '/deviceManage/list', userWith('*'));
  expect(within(screen.getByRole('list', { name: 'Pinned' })).getByText('Audit')).toBeTruthy();
});

test('the star beside an entry pins its page', async () => {
  renderMenu('/deviceManage/list');
  server.on(menuPinCalls.add, () => ({}));
  await userEvent.click(screen.getByRole('button', { name: 'Pin Devices to the menu' }));
  expect(server.sentTo(menuPinCalls.add)).toEqual([{ page: '/deviceManage/list', query: '', name: '' }]);
});

test('a reader of elevators finds their page once there is a project', async () => {
  const reader = allCodes.filter((code) => code !== permissions.elevatorCreate);
  let projects = 0;
  server.on(elevatorProjectCalls.list, () => ({ list: [], total: projects }));
  server.on(menuPinCalls.list, () => ({ list: [] }));
  const { client } = renderPage(<MenuList />, '/deviceManage/list', userWith(...reader));
  await openMore();
  expect(await screen.findByText('Sites')).toBeTruthy();
  expect(screen.queryByText('Elevators')).toBeNull();
  projects = 1;
  await client.invalidateQueries();
  expect(await screen.findByText('Elevators')).toBeTruthy();
  await openMore();
});

test('the entry of the open page is scrolled into sight', () => {
  const scrolled = vi.fn<() => void>();
  Element.prototype.scrollIntoView = scrolled;
  renderMenu('/logManage/audit');
  expect(scrolled.mock.contexts.at(-1)).toBe(screen.getByText('Audit').closest('a'));
});

test('a company with a view of its own reads one name of the data board in menu, breadcrumb and window', () => {
  session.open({ ...userWith('*'), companyFeature: 1 });
  renderPage(
    <>
      <MenuList />
      <Breadcrumb />
    </>,
    pages.board(),
    { ...userWith('*'), companyFeature: 1 },
  );
  expect(screen.getAllByText('Enterprise overview')).toHaveLength(2);
  expect(screen.queryByText('Data overview')).toBeNull();
  expect(document.title).toBe('Enterprise overview · Sweepline');
});

test.each([
  ['zh-cn', '清扫线'],
  ['zh-cw', '清掃線'],
])('the title of the window in %s has the name of the product as the menu has it', (lang, name) => {
  localStorage.setItem('lang', lang);
  renderPage(<Breadcrumb />, pages.board());
  expect(document.title.endsWith(` · ${name}`)).toBe(true);
  localStorage.removeItem('lang');
});

test('a short menu has no second part', () => {
  renderMenu('/site/list', permissions.sites);
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  expect(screen.getByText('Sites')).toBeTruthy();
});
