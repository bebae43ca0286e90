import { companyCalls, workOrderFigureCalls, type WorkOrderFigureReport } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { WorkOrderFiguresPage } from './work-order-figures-page.tsx';

const noTime = { orders: 0, mean: null, median: null, p90: null };
const total: WorkOrderFigureReport['total'] = {
  orders: 12,
  open: 4,
  resolved: 8,
  late: 3,
  respond: { orders: 10, mean: 3_600, median: 1_800, p90: 7_200 },
  dispatch: noTime,
  repair: { orders: 6, mean: 9_000, median: 7_200, p90: 18_000 },
  faults: 5,
  robotDays: 100,
  daysBetweenFaults: 20,
  firstTimeFix: { met: 3, of: 6, share: 0.5 },
  repeated: { met: 1, of: 6, share: 1 / 6 },
  withinLevel: { met: 0, of: 0, share: null },
  rating: { count: 2, mean: 4.5 },
};
const report: WorkOrderFigureReport = {
  total,
  rows: [
    { ...total, key: '20110', name: 'Brush is jammed', orders: 7 },
    { ...total, key: null, name: '', orders: 5 },
  ],
  trend: [{ ...total, day: '2030-01-01' }],
};
const address = '/?from=2030-01-01&to=2030-01-31';

function world(answer: WorkOrderFigureReport = report) {
  const server = fakeServer();
  server.on(companyCalls.options, () => ({ list: [], total: 1 }));
  server.on(workOrderFigureCalls.figures, () => answer);
  return server;
}
const tile = (name: string) => within(screen.getByText(name, { selector: 'dt' }).parentElement!);

test('each figure has its formula, an unknown one is a dash, and counts lead to the list', async () => {
  const server = world();
  renderPage(<WorkOrderFiguresPage />, address);
  expect(await screen.findByText('Brush is jammed')).toBeTruthy();
  expect(tile('Time to repair (MTTR)').getByTitle(/6 repaired faults/).title).toContain('6 repaired faults');
  expect(tile('Between failures (MTBF)').getByText('20').title).toBe('100 robot-days ÷ 5 fault orders');
  expect(tile('First-time fix').getByText('50').title).toContain('3 ÷ 6');
  expect(tile('Rating').getByText('4.5').parentElement?.textContent).toContain('4.5 of 5');
  expect(tile('Within service level').getByText('—')).toBeTruthy();
  const link = tile('Overdue').getByText('3').getAttribute('href');
  expect(link).toMatch(/^\/workOrder\/list\?from=.*late=true$/);
  const [sent] = server.sentTo(workOrderFigureCalls.figures);
  expect(sent).toMatchObject({ by: 'code', step: 'week' });
  expect(sent).toMatchObject({ from: new URLSearchParams(link?.split('?')[1]).get('from') });
});

test('a group leads to its orders, and orders without one lead nowhere', async () => {
  world();
  renderPage(<WorkOrderFiguresPage />, address);
  const row = within((await screen.findByText('Brush is jammed')).closest('tr')!);
  expect(row.getByText('7').getAttribute('href')).toContain('alarmCode=20110');
  const rest = within(screen.getByText('Without a code').closest('tr')!);
  expect(rest.getByText('5').tagName).toBe('TD');
});

test('another group and step are read again', async () => {
  const server = world();
  renderPage(<WorkOrderFiguresPage />, address);
  await userEvent.click(await screen.findByText('Person'));
  await userEvent.click(screen.getByText('Months'));
  await waitFor(() =>
    expect(server.sentTo(workOrderFigureCalls.figures).at(-1)).toMatchObject({ by: 'person', step: 'month' }),
  );
});

test('a period without orders says so', async () => {
  world({ total: { ...total, orders: 0 }, rows: [], trend: [] });
  renderPage(<WorkOrderFiguresPage />, address);
  expect(await screen.findByText('No work orders in this period')).toBeTruthy();
});
