import { backupCalls, type Backup, type BackupOverview } from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { BackupsPage } from './backups-page.tsx';

const at = '2030-01-02T03:04:05.000Z';
const id = '00000000-0000-7000-8000-000000000001';
const place = {
  id,
  folder: '/mnt/backups',
  everyHours: 24 as const,
  keep: 14,
  nextAt: at,
  disk: { totalBytes: 100e9, freeBytes: 25e9 },
};
const run = (changes: Partial<Backup> = {}): Backup => ({
  id: '00000000-0000-7000-8000-000000000002',
  what: 'BACKUP',
  folder: '/mnt/backups',
  name: '20300102T030405000Z-abcdef',
  state: 'DONE',
  kind: 'BASE',
  requestedAt: at,
  startedAt: at,
  endedAt: '2030-01-02T03:05:05.000Z',
  phase: null,
  doneBytes: 0,
  totalBytes: null,
  databaseBytes: 141e6,
  files: 3,
  fileBytes: 9e6,
  newFileBytes: 1e6,
  faultyFiles: 0,
  lists: null,
  fault: null,
  ...changes,
});
const empty: BackupOverview = {
  places: [],
  runs: [],
  lastGoodAt: null,
  lastRehearsal: null,
  isOverdue: false,
  passphrase: { setAt: null, checkedAt: null, isDue: true },
  rehearsalDays: 30,
  hold: null,
};
const known = { setAt: at, checkedAt: at, isDue: false };

test('an installation without backups says what to do first', async () => {
  fakeServer().on(backupCalls.overview, () => empty);
  renderPage(<BackupsPage />);
  expect(await screen.findByText('No folder for backups')).toBeTruthy();
  expect(screen.getByText(/There is no passphrase yet/)).toBeTruthy();
});

test('a folder shows its schedule and disk, and is backed up on request', async () => {
  const fake = fakeServer();
  fake.on(backupCalls.overview, () => ({
    ...empty,
    places: [place],
    runs: [run()],
    passphrase: known,
    lastGoodAt: at,
  }));
  const sent: string[] = [];
  fake.on(backupCalls.run, (input) => (sent.push(input.id), { id }));
  renderPage(<BackupsPage />);
  const row = within((await screen.findByText('/mnt/backups')).closest('tr')!);
  for (const text of ['Daily', '14 backups', '75 % used']) expect(row.getByText(text)).toBeTruthy();
  await userEvent.click(row.getByText('Back up now'));
  expect(sent).toEqual([id]);
});

test('a running backup shows how far it is, and one that failed says why', async () => {
  const running = run({
    id: '00000000-0000-7000-8000-000000000003',
    state: 'RUNNING',
    phase: 'FILES',
    doneBytes: 2e6,
    totalBytes: 8e6,
    endedAt: null,
  });
  const failed = run({ state: 'FAILED', fault: { code: 'NO_SPACE', detail: '9 MB are needed.' } });
  fakeServer().on(backupCalls.overview, () => ({
    ...empty,
    places: [place],
    runs: [running, failed],
    passphrase: known,
  }));
  renderPage(<BackupsPage />);
  expect(await screen.findByText(/Copying new files/)).toBeTruthy();
  expect(screen.getByText('There is not enough space: 9 MB are needed.')).toBeTruthy();
  const button = screen.getByText('Back up now').closest('button');
  expect(button?.disabled).toBe(true);
});

test('after a restore the page holds robots until the reader ends the hold', async () => {
  const fake = fakeServer();
  fake.on(backupCalls.overview, () => ({
    ...empty,
    passphrase: known,
    hold: { since: at, isCopy: false, backupAt: at },
  }));
  let ends = 0;
  fake.on(backupCalls.endHold, () => ((ends += 1), {}));
  renderPage(<BackupsPage />);
  expect(await screen.findByText(/No robot connects until you end the hold/)).toBeTruthy();
  await userEvent.click(screen.getByText('End hold'));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByText('End hold'));
  await expect.poll(() => ends).toBe(1);
});
