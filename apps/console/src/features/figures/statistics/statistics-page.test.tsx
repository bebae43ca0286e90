import { companyCalls, deviceCalls, siteCalls, statisticsCalls } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aTotals as totals } from '../../../test-kit/board-figures.ts';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { StatisticsPage } from './statistics-page.tsx';

const days = { from: '2030-01-01', to: '2030-01-31' };
const address = `/?from=${days.from}&to=${days.to}`;
const site = { key: '01900000-0000-7000-8000-0000000000a1', name: 'Mall', totals: totals(4, 1200) };

function world(now: ReturnType<typeof totals>, before = totals(0, null)) {
  const server = fakeServer();
  for (const call of [siteCalls.list, deviceCalls.list]) server.on(call, () => ({ list: [], total: 0 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  const answer = {
    ...days,
    zones: ['Europe/Berlin', 'Asia/Shanghai'],
    totals: now,
    before: { from: '2029-12-01', to: '2029-12-31', totals: before },
  };
  server.on(statisticsCalls.index, () => answer);
  server.on(statisticsCalls.chart, () => ({ ...days, points: [{ day: '2030-01-02', totals: now }] }));
  server.on(statisticsCalls.split, () => ({ parts: [site] }));
  server.on(statisticsCalls.ranking, () => ({ devices: [] }));
  server.on(statisticsCalls.times, () => ({ weekdays: [] }));
  return server;
}

test('an unmeasured figure is a dash, and a click on a site filters the page to it', async () => {
  const server = world(totals(4, 1200), totals(3, 1000));
  renderPage(<StatisticsPage />, address);
  expect((await screen.findAllByText('1,200 m²')).length).toBeGreaterThan(0);
  expect(screen.getByLabelText('Figures of the period').textContent).toContain('—');
  await userEvent.click(await screen.findByText('Mall'));
  await waitFor(() =>
    expect(server.sentTo(statisticsCalls.index).at(-1)).toMatchObject({ ...days, siteId: site.key }),
  );
});

test('efficiency names its divisor, which is not the working time beside it', async () => {
  const hours = { workedS: 284 * 3600, cleaningS: 248 * 3600, m2PerHour: 882 };
  const rated = totals(4, 218_700);
  world({ ...rated, ...hours, known: { ...rated.known, workedS: 4, m2PerHour: 4 } });
  renderPage(<StatisticsPage />, address);
  const formula = 'Cleaned ÷ cleaning time, the time in the phase “Cleaning”: 248 h of 284 h working time.';
  expect((await screen.findAllByTitle(formula))[0]!.textContent).toBe('882 m²/h');
});

test('a page that joins sites of several time zones says so with their range', async () => {
  world(totals(4, 1200));
  renderPage(<StatisticsPage />, address);
  const note = await screen.findByText('Days of the sites');
  expect(note.title).toMatch(/from Europe\/Berlin \(UTC\+1\) to Asia\/Shanghai \(UTC\+8\)/);
});

test('a period without a run shows a message and no chart', async () => {
  const server = world(totals(0, null));
  renderPage(<StatisticsPage />, address);
  expect(await screen.findByText('No runs in this period')).toBeTruthy();
  expect(server.sentTo(statisticsCalls.chart)).toEqual([]);
});

test('a failed read offers a retry', async () => {
  const server = world(totals(4, 1200));
  server.on(statisticsCalls.index, () => {
    throw new Refused('internal');
  });
  renderPage(<StatisticsPage />, address);
  const again = await screen.findByText('Try again');
  server.on(statisticsCalls.index, () => ({
    ...days,
    zones: [],
    totals: totals(4, 1200),
    before: { ...days, totals: totals(0, null) },
  }));
  await userEvent.click(again);
  expect((await screen.findAllByText('1,200 m²')).length).toBeGreaterThan(0);
});
