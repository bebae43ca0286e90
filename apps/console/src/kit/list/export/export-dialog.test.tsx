import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../../test-kit/index.ts';
import { TransportError } from '../../api/api.ts';
import { addDays, dayEnd, dayStart } from '../../format/days.ts';
import { ExportDialog } from './export-dialog.tsx';

const saved: string[] = [];
const read = vi.fn<(format: string, period: { from: string; to: string }) => Promise<ArrayBuffer>>();
const close = vi.fn<() => void>();
const words = { title: 'Export logs', hint: 'Some days.', tooLong: 'At most 7 days', done: 'Exported logs' };
const weekFrom = (from: string) => addDays(from, 6);
const formats = [
  { value: 'CSV', text: 'Rows' },
  { value: 'PDF', text: 'Document' },
];

beforeAll(() => {
  // jsdom can neither address a file nor follow a link.
  URL.createObjectURL = () => 'blob:';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
beforeEach(() => {
  saved.length = 0;
  read.mockReset().mockResolvedValue(new ArrayBuffer(2));
  close.mockClear();
});

const showDialog = (from: string, to: string, offered = formats) =>
  renderPage(
    <ExportDialog
      words={words}
      name="logs"
      formats={offered}
      filters={{ from: dayStart(from), to: dayEnd(to) }}
      usualDays={7}
      lastDayFrom={weekFrom}
      read={read}
      onClose={close}
    />,
  );

test('the chosen format of the days of the list is saved under its name, and the dialog closes', async () => {
  showDialog('2026-01-01', '2026-01-07');
  await userEvent.click(await screen.findByLabelText('Document'));
  await userEvent.click(screen.getByText('Export PDF'));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(read).toHaveBeenCalledWith('PDF', { from: dayStart('2026-01-01'), to: dayEnd('2026-01-07') });
  expect(saved).toEqual(['logs-2026-01-01-2026-01-07.pdf']);
  expect(await screen.findByText('Exported logs')).toBeTruthy();
});

test('a period over the limit shows the reason and cannot be sent', async () => {
  showDialog('2026-01-01', '2026-01-08');
  expect(await screen.findByText('At most 7 days')).toBeTruthy();
  expect(screen.getByText<HTMLButtonElement>('Export CSV').disabled).toBe(true);
});

test('a failure stays in the dialog with what to do next, and a second press tries again', async () => {
  read.mockRejectedValueOnce(new TransportError('network'));
  showDialog('2026-01-01', '2026-01-07', formats.slice(0, 1));
  expect(screen.queryByText('Format')).toBeNull();
  await userEvent.click(await screen.findByText('Export CSV'));
  expect(await screen.findByText('The server cannot be reached')).toBeTruthy();
  expect(screen.getByText(/Nothing was saved/)).toBeTruthy();
  expect(close).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('Export CSV'));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});
