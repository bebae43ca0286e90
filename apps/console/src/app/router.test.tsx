import { render, screen } from '@testing-library/react';
import { pages } from '@sweepline/contract';
import { RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../kit/api/session.ts';
import { aPerson, fakeServer } from '../test-kit/index.ts';
import { redirects } from './routes/routes.tsx';
import { createRouter } from './router.tsx';
import { openAddresses } from './start.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

test.each([
  ['/404', 'There is no page at this address'],
  ['/403', 'You do not have permission to go to this page'],
])('%s is shown without a session, with the way to sign in', async (path, title) => {
  session.close();
  history.replaceState(null, '', path);
  expect(openAddresses.has(path)).toBe(true);
  render(<RouterProvider router={createRouter()} />);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/login');
});

test.each([
  '/login',
  '/',
  '/import',
  '/401',
  '/403',
  '/404',
  pages.devices(),
  pages.device({ id: 'x' }),
  '/nowhere',
  ...redirects.map(({ path }) => path),
])('a cold start at %s writes no warning to the console of the browser', async (address) => {
  fakeServer();
  session.open(aPerson());
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  // The shell itself is not part of this test: it needs the providers of the console.
  vi.spyOn(console, 'error').mockReturnValue();
  history.replaceState(null, '', address);
  const { unmount } = render(<RouterProvider router={createRouter()} />);
  unmount();
  expect(warn.mock.calls.join('\n')).toBe('');
});
