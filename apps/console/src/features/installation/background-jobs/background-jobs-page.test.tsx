import { backgroundJobCalls, type BackgroundJob } from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { BackgroundJobsPage } from './background-jobs-page.tsx';

const jobOf = (changes: Partial<BackgroundJob> = {}): BackgroundJob => ({
  name: 'reports.mail',
  everySeconds: 5,
  state: 'OK',
  failuresInRow: 0,
  lastStartedAt: '2030-01-02T03:04:03.000Z',
  lastEndedAt: '2030-01-02T03:04:05.000Z',
  lastDurationMs: 1_500,
  nextAt: '2030-01-02T03:04:10.000Z',
  lastFailedAt: null,
  lastFailure: null,
  ...changes,
});
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);

test('a failing job shows its failures and is counted as needing attention', async () => {
  const failure = { state: 'FAILING', failuresInRow: 3, lastFailure: 'the mail server is away' } as const;
  fakeServer().on(backgroundJobCalls.list, () => ({
    jobs: [
      jobOf({ ...failure, lastFailedAt: '2030-01-02T03:04:05.000Z' }),
      jobOf({ name: 'files.clean', state: 'WAITING', lastEndedAt: null, lastDurationMs: null }),
    ],
  }));
  renderPage(<BackgroundJobsPage />);
  const failing = await rowOf('Send report e-mails');
  expect(failing.getByText('Failing')).toBeTruthy();
  expect(failing.getByText('3 failures in a row')).toBeTruthy();
  expect(failing.getByText('the mail server is away')).toBeTruthy();
  expect(failing.getByText('1.5 sec')).toBeTruthy();
  expect(failing.getByText('Every 5 s')).toBeTruthy();
  expect((await rowOf('Delete unused files')).getByText('Not run yet')).toBeTruthy();
  expect(screen.getByText(/^1 job needs attention/)).toBeTruthy();
});

test('a click on "Run now" starts the job of its row', async () => {
  const server = fakeServer();
  server.on(backgroundJobCalls.list, () => ({ jobs: [jobOf(), jobOf({ name: 'files.clean' })] }));
  server.on(backgroundJobCalls.runNow, () => ({}));
  renderPage(<BackgroundJobsPage />);
  await userEvent.click((await rowOf('Delete unused files')).getByText('Run now'));
  expect(await screen.findByText('Started: Delete unused files')).toBeTruthy();
  expect(server.sentTo(backgroundJobCalls.runNow)).toEqual([{ name: 'files.clean' }]);
});
