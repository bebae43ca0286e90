import { siteTargetCalls, type Output } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { usePeriod } from '../../../../shared/statistics/use-period.ts';
import { TargetMark } from '../target-mark.tsx';
import { SavingsBlock } from './savings-block.tsx';

const answer: Output<typeof siteTargetCalls.savings> = {
  from: '2030-01-01',
  to: '2030-01-31',
  sites: 3,
  reports: 9,
  hours: { value: 12, sites: 1, reports: 4 },
  wages: [{ currency: 'EUR', value: 240, sites: 1, reports: 4 }],
  waterL: null,
  energyWh: null,
  co2Kg: null,
  assumptions: [
    { assumption: 'manualM2PerHour', value: 100, currency: null, sites: 1, siteName: null },
    { assumption: 'hourlyWage', value: 20, currency: 'EUR', sites: 1, siteName: null },
  ],
  computedAt: '2030-01-31T12:00:00.000Z',
};

const Block = () => <SavingsBlock selection={usePeriod()} />;

test('savings are shown with their assumptions and the sites behind them, and unknown ones are dashes', async () => {
  fakeServer().on(siteTargetCalls.savings, () => answer);
  renderPage(<Block />);
  const hours = (await screen.findByText('Hours of work')).closest('div')!;
  expect(hours.textContent).toContain('12 h');
  expect(hours.textContent).toContain('1 of 3 sites');
  expect(screen.getByText('Wages').closest('div')!.textContent).toContain('€240');
  expect(screen.getByText('Water').closest('div')!.textContent).toContain('—');
  expect(screen.getByText(/^Assumed:/).textContent).toContain('100 m²/h by hand · €20 per hour');
});

test('without any assumption no saving is shown', async () => {
  fakeServer().on(siteTargetCalls.savings, () => ({ ...answer, assumptions: [] }));
  renderPage(<Block />);
  expect(await screen.findByText(/Nothing is assumed/)).toBeTruthy();
  expect(screen.queryByText('Hours of work')).toBeNull();
});

test('a target says whether it is reached; an unknown value does not reach it, and without a target there is no mark', () => {
  const format = (value: number | null) => `${value}`;
  renderPage(
    <>
      <TargetMark value={95} target={90} format={format} />
      <TargetMark value={80} target={81} format={format} />
      <TargetMark value={null} target={82} format={format} />
      <TargetMark value={1} target={null} format={format} />
    </>,
  );
  expect(screen.getByText(/Target 90 reached/)).toBeTruthy();
  expect(screen.getByText(/Below the target of 81/)).toBeTruthy();
  expect(screen.getByText(/Below the target of 82/)).toBeTruthy();
  expect(document.querySelectorAll('.board-target')).toHaveLength(3);
});
