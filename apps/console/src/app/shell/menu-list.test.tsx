import { pages, permissions } from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { session } from '../../kit/api/session.ts';
import { renderPage, userWith } from '../../test-kit/index.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { MenuList } from './menu-list.tsx';

const renderMenu = (address: string, granted: string = '*') =>
  renderPage(<MenuList />, address, userWith(granted));

test('a folded group still shows the entry of the open page, and stays folded', async () => {
  const { unmount } = renderMenu('/deviceManage/list');
  const head = screen.getByRole('button', { name: 'Daily work' });
  expect(head.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(head);
  const group = screen.getByRole('list', { name: 'Daily work' });
  expect(within(group).getAllByRole('link')).toHaveLength(1);
  expect(within(group).getByText('Devices').closest('a')?.getAttribute('aria-current')).toBe('page');
  unmount();
  renderMenu('/site/list');
  expect(screen.getByRole('button', { name: 'Daily work' }).getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(screen.getByRole('button', { name: 'Daily work' }));
  expect(screen.getByText('Devices')).toBeTruthy();
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

test('a group of one entry has no heading', () => {
  renderMenu('/site/list', permissions.sites);
  expect(screen.queryByRole('button', { name: 'Places' })).toBeNull();
  expect(screen.getByText('Sites')).toBeTruthy();
});
