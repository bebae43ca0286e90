import { permissions, siteTargetCalls, type SiteTarget } from '@sweepline/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPerson, fakeServer, renderPage, userWith } from '../../test-kit/index.ts';
import { SiteTargetsButton } from './site-targets-button.tsx';

const siteId = '0193f0c2-7a31-7c55-9d0e-0000000000f1';
const plaza: SiteTarget = {
  site: { id: siteId, name: 'Plaza' },
  companyName: 'Mall',
  areaM2PerWeek: 7000,
  coverage: 0.55,
  completion: null,
  onlineRate: null,
  doneShare: null,
  manualM2PerHour: 250,
  hourlyWage: null,
  currency: null,
  manualLitresPerM2: null,
  manualWhPerM2: null,
  gCo2PerKwh: null,
  version: 3,
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'wei',
};
const setUpServer = () => {
  const server = fakeServer();
  server.on(siteTargetCalls.list, () => ({ list: [plaza], total: 1 }));
  server.on(siteTargetCalls.save, () => plaza);
  return server;
};

test('a share is edited in percent, and an emptied field is sent as null', async () => {
  const server = setUpServer();
  renderPage(<SiteTargetsButton siteId={siteId} />, '/', aPerson());
  fireEvent.click(screen.getByText('Targets'));
  const coverage = await screen.findByLabelText('Coverage');
  expect(coverage).toHaveProperty('value', '55');
  expect(server.sentTo(siteTargetCalls.list)).toEqual([{ siteId }]);
  fireEvent.change(coverage, { target: { value: '29' } });
  fireEvent.change(screen.getByLabelText('Area cleaned by hand'), { target: { value: '' } });
  fireEvent.click(screen.getAllByText('Save targets').at(-1)!);
  const { site: _site, companyName: _name, updatedAt: _at, updatedBy: _by, ...fields } = plaza;
  await waitFor(() => {
    expect(server.sentTo(siteTargetCalls.save)).toEqual([
      { siteId, ...fields, coverage: 0.29, manualM2PerHour: null },
    ]);
  });
});

test('a wage without a currency is not sent, and the field shows it', async () => {
  const server = setUpServer();
  renderPage(<SiteTargetsButton siteId={siteId} />, '/', aPerson());
  fireEvent.click(screen.getByText('Targets'));
  fireEvent.change(await screen.findByLabelText('Hourly wage'), { target: { value: '18' } });
  fireEvent.click(screen.getAllByText('Save targets').at(-1)!);
  expect(await screen.findByText('Required')).toBeTruthy();
  expect(server.sentTo(siteTargetCalls.save)).toEqual([]);
});

test('an account that may not set targets has no button', () => {
  setUpServer();
  renderPage(<SiteTargetsButton siteId={siteId} />, '/', userWith(permissions.sites));
  expect(screen.queryByText('Targets')).toBeNull();
});
