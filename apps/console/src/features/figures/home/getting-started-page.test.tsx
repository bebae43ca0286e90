import { gettingStartedCalls, type GettingStarted } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { GettingStarted as HomeSteps } from '../../../shared/home-now/getting-started.tsx';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { GettingStartedPage } from './getting-started-page.tsx';

const begun: GettingStarted = {
  steps: [
    { step: 'site', isDone: true },
    { step: 'map', isDone: false },
    { step: 'report', isDone: false },
  ],
  isHidden: false,
};

function setUpServer(answer: GettingStarted) {
  const server = fakeServer();
  let present = answer;
  server.on(gettingStartedCalls.detail, () => present);
  server.on(gettingStartedCalls.hide, ({ isHidden }) => {
    present = { ...present, isHidden };
    return {};
  });
  return server;
}

test('the first open step is the current one and leads to its page', async () => {
  setUpServer(begun);
  renderPage(<GettingStartedPage />);
  const [site, map] = await screen.findAllByRole('listitem');
  expect(within(site!).getByText('Done')).toBeTruthy();
  expect(map!.getAttribute('aria-current')).toBe('step');
  expect(within(map!).getByRole('link', { name: 'Import map' }).getAttribute('href')).toBe(
    '/dataManage/importMap',
  );
});

test('the home shows the steps until they are hidden, and the offer to undo brings them back', async () => {
  setUpServer(begun);
  renderPage(<HomeSteps />);
  expect(await screen.findByText('1 of 3 done')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  await waitFor(() => expect(screen.queryByText('1 of 3 done')).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 of 3 done')).toBeTruthy();
});

test('a home with a report shows no steps, and their page still does', async () => {
  setUpServer({ ...begun, steps: begun.steps.map(({ step }) => ({ step, isDone: step === 'report' })) });
  renderPage(
    <>
      <HomeSteps />
      <GettingStartedPage />
    </>,
  );
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByText('1 of 3 done')).toBeNull();
});

test('an account that sets up nothing reads so', async () => {
  setUpServer({ steps: [], isHidden: false });
  renderPage(<GettingStartedPage />);
  expect(await screen.findByText('There is nothing to set up for you')).toBeTruthy();
});
