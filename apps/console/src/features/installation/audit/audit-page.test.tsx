import { auditCalls, companyCalls, systemLogCalls, type AuditRow } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { addDays, dayEnd, dayOf, dayStart } from '../../../kit/format/days.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { AuditPage } from './audit-page.tsx';
import { slots } from './bar-slots.ts';
import { periodFault } from '../../../kit/list/export/export-period.ts';
import { lastLogDayFrom } from './log-export-dialog.tsx';
import { displayValue } from './display-value.ts';
import { SystemLogPage } from './system-log-page.tsx';

const row: AuditRow = {
  id: '01900000-0000-7000-8000-000000000001',
  at: '2030-01-01T10:00:00.000Z',
  account: { id: 'a1', username: 'wei', nickname: 'Wei' },
  companyName: 'Agent',
  action: 'Updated device',
  kind: 'devices',
  record: { id: '01900000-0000-7000-8000-000000000009', name: 'Otter' },
  address: '10.0.0.7',
  role: 'Operator',
  recordCompanyName: 'Mall',
  call: 'POST service/device/update',
  result: 'done',
  code: 200,
  reason: '',
  requestId: 'request-1',
  durationMs: 12,
  sealed: { seq: 7, hash: 'ab12', at: '2030-01-01T10:00:01.000Z' },
};
const refused: AuditRow = {
  ...row,
  id: '01900000-0000-7000-8000-000000000002',
  action: 'Deleted task',
  result: 'refused',
  code: 403,
  reason: 'You do not have permission to do this',
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(systemLogCalls.words, () => ({
    actions: [{ value: 'devices.update', label: 'Updated device', kind: 'devices' }],
    kinds: [{ value: 'devices', label: 'Device' }],
  }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(systemLogCalls.list, () => ({ list: [row], total: 1 }));
  server.on(auditCalls.list, () => ({ list: [row, refused], total: 2 }));
  server.on(auditCalls.chain, () => ({
    sealed: { seq: 1_234, hash: 'ab12', at: row.at },
    waiting: 0,
    mayVerify: true,
  }));
  server.on(auditCalls.bars, ({ from }) => ({
    step: 'day' as const,
    bars: [{ at: dayStart(dayOf(from)), done: 3, refused: 1 }],
  }));
  server.on(auditCalls.detail, () => ({
    entry: row,
    changes: [
      {
        id: 'c1',
        table: 'Device',
        record: { id: row.record?.id ?? '', name: 'Otter' },
        operation: 'UPDATE' as const,
        fields: [
          { name: 'nickname', label: 'Nickname', before: 'Seal', after: 'Otter' },
          { name: 'secret_hash', label: 'Key', before: { hidden: true }, after: { hidden: true } },
          { name: 'tags', label: 'Tags', before: ['old', 'kept'], after: ['kept', 'new'] },
        ],
      },
    ],
    more: false,
  }));
});

test('the system log shows the action, the record and the account', async () => {
  renderPage(<SystemLogPage />);
  expect(await screen.findByText('Updated device')).toBeTruthy();
  expect(screen.getByText('Otter')).toBeTruthy();
  expect(screen.getByText('Wei')).toBeTruthy();
});

test('a refused entry shows its reason', async () => {
  renderPage(<AuditPage />);
  expect(await screen.findByText('You do not have permission to do this')).toBeTruthy();
  expect(screen.getAllByText('record of Mall')[1]).toBeTruthy();
});

test('an entry shows each field before and after, and hides the values of secrets', async () => {
  renderPage(<AuditPage />);
  await userEvent.click(await screen.findByText('Updated device', { selector: 'button' }));
  const field = (await screen.findByText('Nickname')).closest('tr');
  expect(
    within(field as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Seal', 'Otter']);
  expect(screen.getAllByText('secret, not kept')).toHaveLength(2);
  expect(screen.getByText('new').tagName).toBe('STRONG');
  expect(screen.getAllByText('kept')[0]?.tagName).toBe('LI');
  expect(screen.getByTestId('address').textContent).toBe(`?entry=${row.id}`);
});

test('an address with an entry opens it, and an address with a record filters the list to it', async () => {
  renderPage(<AuditPage />, `/?entry=${row.id}&recordId=${row.record?.id}`);
  expect(await screen.findByText('Nickname')).toBeTruthy();
  expect(server.sentTo(auditCalls.list).at(-1)).toMatchObject({ recordId: row.record?.id });
});

test('a click on a bar filters the list to its day', async () => {
  renderPage(<AuditPage />);
  const bar = await screen.findByRole('button', { name: /3 done, 1 refused/ });
  await userEvent.click(bar);
  await waitFor(() =>
    expect(server.sentTo(auditCalls.list).at(-1)).toMatchObject({
      from: expect.any(String),
      to: expect.any(String),
    }),
  );
});

test('a check of the chain shows the position of a break', async () => {
  server.on(auditCalls.verify, () => ({
    links: 3,
    whole: true,
    broken: { fault: 'changed' as const, kind: 'entry' as const, itemId: 'entry-4', seq: 4 },
  }));
  renderPage(<AuditPage />);
  expect(await screen.findByText('1,234 sealed')).toBeTruthy();
  await userEvent.click(screen.getByText('Check chain'));
  expect(await screen.findByText('The chain is broken at 4: entry-4')).toBeTruthy();
});

test('the system log is exported with its filters by its own call', async () => {
  const onExport = vi.fn<(input: unknown) => void>();
  server.on(systemLogCalls.export, (input) => {
    onExport(input);
    return '';
  });
  renderPage(<SystemLogPage />, '/?keyword=wei');
  await userEvent.click(await screen.findByText('Export'));
  expect(await screen.findByText('Export system log')).toBeTruthy();
  await userEvent.click(screen.getByText('Export CSV'));
  await waitFor(() => expect(onExport).toHaveBeenCalledOnce());
  const today = dayOf(new Date());
  expect(onExport.mock.calls[0]?.[0]).toEqual({
    keyword: 'wei',
    from: dayStart(addDays(today, -30)),
    to: dayEnd(today),
  });
});

test('an export of more than 31 days is refused', () => {
  expect(periodFault('2030-01-01', '2030-01-31', lastLogDayFrom)).toBeNull();
  expect(periodFault('2030-01-01', '2030-02-01', lastLogDayFrom)).toBe('tooLong');
  expect(periodFault('2030-01-02', '2030-01-01', lastLogDayFrom)).toBe('backwards');
  expect(periodFault('', '2030-01-01', lastLogDayFrom)).toBe('missing');
});

test('there is one bar per day of the reader’s time zone, also across a clock change', () => {
  const [from, to] = ['2030-03-29T23:00:00.000Z', '2030-04-01T21:59:59.999Z'];
  const bars = slots(
    { step: 'day', bars: [{ at: '2030-03-31T22:00:00.000Z', done: 2, refused: 0 }] },
    from,
    to,
    'Europe/Berlin',
  );
  expect(bars.map(({ at, done }) => [at, done])).toEqual([
    ['2030-03-29T23:00:00.000Z', 0],
    ['2030-03-30T23:00:00.000Z', 0],
    ['2030-03-31T22:00:00.000Z', 2],
  ]);
  expect(bars[1]?.end).toBe('2030-03-31T21:59:59.999Z');
});

test('a value is formatted by its type', () => {
  expect(displayValue(null, 'x')).toEqual({ form: 'text', text: '—' });
  expect(displayValue(true, false)).toEqual({ form: 'boolean', value: true });
  expect(displayValue({ long: 5_002, sha256: 'x' }, null)).toEqual({ form: 'long', length: 5_002 });
  expect(displayValue({ area: 'M2' }, { area: 'FT2' })).toEqual({
    form: 'list',
    items: [{ text: 'area: M2', only: true }],
  });
  expect(displayValue('2030-01-01T10:00:00+00:00', null)).toMatchObject({
    text: expect.stringContaining('2030'),
  });
});
