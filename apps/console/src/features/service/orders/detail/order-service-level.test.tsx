import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aWorkOrder, aWorkOrderDetail } from '../../../../test-kit/a-work-order.ts';
import { aPerson, renderPage } from '../../../../test-kit/index.ts';
import { OrderDue } from '../work-order-state.tsx';
import { OrderServiceLevel } from './order-service-level.tsx';

/** Saturday, 20:00 in Tokyo, where the robot is; a fatal order is answered and resolved outside of business hours too. */
const submittedAt = '2030-01-05T11:00:00.000Z';
const fatal = {
  level: 'FATAL' as const,
  submittedAt,
  respondBy: '2030-01-05T11:30:00.000Z',
  resolveBy: '2030-01-05T15:00:00.000Z',
};
const reader = { ...aPerson(), profile: { timezone: 'Europe/Berlin' } };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(submittedAt) }));
afterEach(() => void vi.useRealTimers());
const show = (changes: object = {}) =>
  renderPage(<OrderServiceLevel order={aWorkOrderDetail({ ...fatal, ...changes })} />, '/', reader);
const rowOf = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement!.textContent;

test('a fatal order on a Saturday evening names by when it is answered and resolved, on the clock of its site', async () => {
  show();
  expect(rowOf('Respond by')).toMatch(/Jan 5, 2030, 20:30 \(UTC\+9\)\s*$/);
  expect(rowOf('Resolve by')).toMatch(/Jan 6, 2030, 00:00 \(UTC\+9\)\s*$/);
});

test('it says so when the time has passed, and when the answer came in time', () => {
  vi.setSystemTime(Date.parse(fatal.resolveBy) + 60_000);
  show({ respondedAt: '2030-01-05T11:20:00.000Z' });
  expect(rowOf('Respond by')).toContain('In time');
  expect(rowOf('Resolve by')).toContain('Overdue');
});

test('a list shows the next of the two', () => {
  const { unmount } = renderPage(<OrderDue order={aWorkOrder(fatal)} />, '/', reader);
  expect(screen.getByText('Respond by')).toBeTruthy();
  expect(screen.getByText('Jan 5, 2030, 20:30 (UTC+9)').title).toContain(
    'Jan 5, 2030, 12:30, Europe/Berlin (UTC+1)',
  );
  unmount();
  renderPage(<OrderDue order={aWorkOrder({ ...fatal, respondedAt: submittedAt })} />, '/', reader);
  expect(screen.getByText('Resolve by')).toBeTruthy();
  expect(screen.getByText('Jan 6, 2030, 00:00 (UTC+9)')).toBeTruthy();
});
