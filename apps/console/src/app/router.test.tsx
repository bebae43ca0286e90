import { render, screen } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { session } from '../kit/api/session.ts';
import { createRouter } from './router.tsx';
import { openAddresses } from './start.tsx';

afterEach(() => history.replaceState(null, '', '/'));

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
