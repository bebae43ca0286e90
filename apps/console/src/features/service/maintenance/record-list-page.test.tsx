import {
  deviceCalls,
  maintenancePartCalls,
  maintenanceRecordCalls,
  siteCalls,
  type MaintenanceRecord,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { PartForecastPage } from './part-forecast-page.tsx';
import { RecordListPage } from './record-list-page.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${n}`;
const record: MaintenanceRecord = {
  id: id(11),
  at: '2030-01-01T08:00:00.000Z',
  type: 'REPLACEMENT',
  state: 'DONE',
  source: 'PERSON',
  content: 'New squeegee',
  device: { id: id(12), name: 'Heron', sn: 'J30C0001', model: 'J30' },
  site: null,
  companyName: 'Mall',
  order: null,
  parts: [{ name: 'Squeegee', number: 'SQ-1', quantity: 2 }],
  details: {},
  by: { name: 'Wei', mine: false },
  version: 3,
  updatedAt: '2030-01-01T08:00:00.000Z',
};
const ofServer = { by: null, parts: [], content: '' };
const records: MaintenanceRecord[] = [
  record,
  { ...record, ...ofServer, id: id(13), source: 'RESET', details: { part: 'mainBrush' } },
  { ...record, ...ofServer, id: id(14), source: 'UPDATE', type: 'UPDATE', details: { robot: '3.4 → 3.5' } },
];

test('records say what was done and by whom; those of people can be changed with their parts', async () => {
  const server = fakeServer();
  server.on(maintenanceRecordCalls.list, () => ({ list: records, total: 3 }));
  server.on(maintenanceRecordCalls.update, () => record);
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }) as never);
  renderPage(<RecordListPage />);
  expect(await screen.findByText('New squeegee')).toBeTruthy();
  expect(screen.getByText('2 × Squeegee')).toBeTruthy();
  expect(screen.getByText('Main brush replaced')).toBeTruthy();
  expect(screen.getByText(/3\.4 → 3\.5/)).toBeTruthy();
  // Only the record of the person has a menu.
  const menus = screen.getAllByLabelText(/Heron/);
  expect(menus).toHaveLength(1);
  await userEvent.click(menus[0]!);
  await userEvent.click(await screen.findByText('Edit'));
  await userEvent.click(await screen.findByText('Add part'));
  await userEvent.type(screen.getAllByLabelText('Name')[1]!, 'Screw');
  await userEvent.click(screen.getByText('Save', { selector: 'span' }));
  await waitFor(() =>
    expect(server.sentTo(maintenanceRecordCalls.update)).toMatchObject([
      {
        id: record.id,
        version: 3,
        at: record.at,
        parts: [...record.parts, { name: 'Screw', number: '', quantity: 1 }],
      },
    ]),
  );
});

test('the parts forecast shows the pieces of each span and the robots behind them', async () => {
  const server = fakeServer();
  server.on(siteCalls.list, () => ({ list: [], total: 0 }) as never);
  const robot = { id: id(12), name: 'Heron', sn: 'J30C0001', remainingPct: 4, endsOn: '2030-01-09', in90: 3 };
  server.on(maintenancePartCalls.forecast, () => ({
    list: [
      {
        site: { id: id(15), name: 'North hall' },
        companyName: 'Mall',
        model: 'J30',
        part: 'filter',
        in30: 1,
        in60: 2,
        in90: 3,
        robots: [robot],
      },
    ],
    robots: 4,
    unknown: 2,
  }));
  renderPage(<PartForecastPage />);
  expect(await screen.findByText('Filter')).toBeTruthy();
  expect(['1', '2', '3'].map((count) => screen.getByText(count).tagName)).toEqual(['TD', 'TD', 'TD']);
  expect(screen.getByText('Heron').getAttribute('href')).toContain('consumables');
  expect(screen.getByText(/2 robots have no run/)).toBeTruthy();
});
