import { builtInServiceLevels, serviceLevelCalls, type ServiceLevel } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage, userWith } from '../../../test-kit/index.ts';
import { ServiceLevelsPage } from './service-levels-page.tsx';

const mall: ServiceLevel = {
  id: '01900000-0000-7000-8000-0000000000a1',
  companyName: 'Mall',
  own: { general: null, serious: null, fatal: null, hours: null },
  inherited: { ...builtInServiceLevels, fatal: { respondMinutes: 30, resolveMinutes: 240 } },
  version: 0,
  updatedAt: null,
  updatedBy: null,
};

function world(level: ServiceLevel = mall) {
  const server = fakeServer();
  server.on(serviceLevelCalls.query, () => ({ list: [level], total: 1 }));
  server.on(serviceLevelCalls.set, () => level);
  return server;
}

test('a company that inherits shows what applies, and an own target is saved', async () => {
  const server = world();
  renderPage(<ServiceLevelsPage />);
  expect(await screen.findByText('Inherits everything')).toBeTruthy();
  expect(screen.getByText('Answer 30 min, resolution 4 h')).toBeTruthy();
  expect(screen.getByText('Mon Tue Wed Thu Fri 09:00–18:00 · Time zone of the site')).toBeTruthy();
  await userEvent.click(screen.getByText('Mall'));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getAllByText('Own choice')[0]!);
  await userEvent.type(dialog.getByLabelText(/First answer within/), '60');
  await userEvent.click(dialog.getByText('Save'));
  await waitFor(() => expect(server.sentTo(serviceLevelCalls.set)).toHaveLength(1));
  expect(server.sentTo(serviceLevelCalls.set)[0]).toEqual({
    companyId: mall.id,
    version: 0,
    choices: { ...mall.own, general: { respondMinutes: 60, resolveMinutes: null } },
  });
});

test('business hours of a company are added and sent', async () => {
  const server = world();
  renderPage(<ServiceLevelsPage />);
  await userEvent.click(await screen.findByText('Mall'));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getAllByText('Own choice').at(-1)!);
  await userEvent.click(dialog.getByText('Add time'));
  await userEvent.click(dialog.getByText('Save'));
  await waitFor(() => expect(server.sentTo(serviceLevelCalls.set)).toHaveLength(1));
  const windows = [
    { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' },
    { weekdays: [6], from: '09:00', to: '13:00' },
  ];
  expect(server.sentTo(serviceLevelCalls.set)[0]).toMatchObject({ choices: { hours: { windows } } });
});

test('a refused save says why and keeps the dialog', async () => {
  const server = world();
  server.on(serviceLevelCalls.set, () => {
    throw new Refused('outdated');
  });
  renderPage(<ServiceLevelsPage />);
  await userEvent.click(await screen.findByText('Mall'));
  await userEvent.click(await screen.findByText('Save'));
  expect(await screen.findByText(new Refused('outdated').message)).toBeTruthy();
});

test('who may not dispatch reads the service levels and opens no dialog', async () => {
  world();
  renderPage(<ServiceLevelsPage />, '/', userWith('M900000'));
  expect((await screen.findByText('Mall')).tagName).not.toBe('BUTTON');
});
