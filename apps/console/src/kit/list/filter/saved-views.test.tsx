import { menuPinCalls, savedViewCalls, type SavedView } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { SavedViews } from './saved-views.tsx';

let server: ReturnType<typeof fakeServer>;
let views: SavedView[];
beforeEach(() => {
  server = fakeServer();
  views = [{ id: '0193f0c2-7a31-7c55-9d0e-0000000000a1', name: 'Low', query: 'socBelow=20' }];
  server.on(menuPinCalls.list, () => ({ list: [] }));
  server.on(savedViewCalls.list, () => ({ list: views }));
  server.on(savedViewCalls.save, ({ name, query }) => {
    const view = { id: `0193f0c2-7a31-7c55-9d0e-0000000000b${views.length}`, name, query };
    views = [...views, view];
    return view;
  });
  server.on(savedViewCalls.remove, ({ id }) => {
    views = views.filter((view) => view.id !== id);
    return {};
  });
});

const opened = async (address: string) => {
  renderPage(<SavedViews />, address);
  await userEvent.click(screen.getByLabelText('Saved views'));
  await screen.findByRole('link', { name: 'Low' });
};

test('a view is a link to its filters, and the current view is marked', async () => {
  await opened('/?socBelow=20&page=3');
  expect(screen.getByRole('link', { name: 'Low' }).getAttribute('aria-current')).toBe('true');
  expect(screen.getByRole('link', { name: 'Low' }).getAttribute('href')).toBe('/?socBelow=20');
});

test('a view is saved with the filters of the address, without the page number', async () => {
  await opened('/?state=OFFLINE&page=3');
  await userEvent.type(screen.getByLabelText('Name of this view'), 'Silent{Enter}');
  expect(await screen.findByRole('link', { name: 'Silent' })).toBeTruthy();
  expect(server.sentTo(savedViewCalls.save)).toEqual([{ page: '/', name: 'Silent', query: 'state=OFFLINE' }]);
});

test('undo restores a removed view', async () => {
  await opened('/');
  await userEvent.click(screen.getByLabelText('Remove view Low'));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Low' })).toBeNull());
  await userEvent.click(await screen.findByText('Undo'));
  expect(await screen.findByRole('link', { name: 'Low' })).toBeTruthy();
});

test('a view is pinned to the menu with its name', async () => {
  server.on(menuPinCalls.add, () => ({}));
  await opened('/');
  await userEvent.click(screen.getByRole('button', { name: 'Pin Low to the menu' }));
  expect(server.sentTo(menuPinCalls.add)).toEqual([{ page: '/', query: 'socBelow=20', name: 'Low' }]);
});
