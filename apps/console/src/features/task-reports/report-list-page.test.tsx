import { deviceCalls, permissions, reportCalls, taskCalls } from '@sweepline/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, holding, show } from '../../test-kit/index.ts';
import { ReportListPage } from './report-list-page.tsx';
import { dayEnd, dayStart } from '../../kit/days.ts';

function world() {
  const server = fakeServer();
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  server.on(taskCalls.list, () => ({ list: [], total: 0 }));
  server.on(reportCalls.list, () => ({ list: [], total: 0 }));
  return server;
}

test('a day filters whole days and stands in the address', async () => {
  const server = world();
  show(<ReportListPage />, `/?from=${dayStart('2030-03-04')}`);
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2030-03-05' } });
  await waitFor(() =>
    expect(server.sentTo(reportCalls.list).at(-1)).toMatchObject({ from: dayStart('2030-03-05') }),
  );
  expect(screen.getByTestId('address').textContent).toContain('from=2030-03-0');
});

test('an export of more than a month is refused beside the fields; a month is sent with the filters', async () => {
  const server = world();
  show(<ReportListPage />, `/?result=FAILED&from=${dayStart('2030-01-01')}&to=${dayEnd('2030-03-05')}`);
  await userEvent.click(await screen.findByText('Export'));
  expect(screen.getByRole('alert').textContent).toMatch(/at most one month/);
  const act = screen.getByText<HTMLButtonElement>('Export CSV');
  expect(act.disabled).toBe(true);

  const last = screen.getAllByLabelText('To').at(-1)!;
  fireEvent.change(last, { target: { value: '2030-01-31' } });
  expect(act.disabled).toBe(false);
  URL.createObjectURL = () => 'blob:reports';
  server.on(reportCalls.export, () => '');
  await userEvent.click(act);
  await waitFor(() =>
    expect(server.sentTo(reportCalls.export)).toEqual([
      { result: ['FAILED'], from: dayStart('2030-01-01'), to: dayEnd('2030-01-31') },
    ]),
  );
});

test('who may not export is not offered it', async () => {
  world();
  show(<ReportListPage />, '/', holding(permissions.reportList));
  expect(await screen.findByText('No reports yet')).toBeTruthy();
  expect(screen.queryByText('Export')).toBeNull();
});
