import { deviceCareCalls } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aCommand } from '../../../test-kit/a-command.ts';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { PartsCard } from './parts-card.tsx';

const render = (model: 'J20' | 'J30' | 'J40', mode: 'STANDBY' | 'AUTO_RUN') => {
  const value = { mode, paused: false, relocating: false };
  const live = aLiveDevice({ mode: { value, at: '2030-01-01T00:00:00.000Z' } });
  const detail = { device: aDevice({ model }), live, openAlarms: [], capabilities: ['parts'] };
  return renderPage(<PartsCard detail={detail} reason="check" />);
};

test('the chosen parts are sent with their levels and the time after which they stop', async () => {
  const server = fakeServer();
  server.on(deviceCareCalls.setParts, () => aCommand({ type: 'parts.set' }));
  render('J30', 'STANDBY');
  await userEvent.click(within(await screen.findByLabelText('Side brush')).getByText('2'));
  await userEvent.click(screen.getByText('Down'));
  await userEvent.click(screen.getByText('30 s'));
  await userEvent.click(screen.getByText('Run the parts'));
  await waitFor(() =>
    expect(server.sentTo(deviceCareCalls.setParts)).toEqual([
      {
        id: aDevice().id,
        parts: { mainBrush: 0, sideBrush: 2, suction: 0, water: 0, squeegee: 'DOWN' },
        autoOffS: 30,
        reason: 'check',
      },
    ]),
  );
});

test('only parts of the model are offered, and nothing runs while the robot works', async () => {
  fakeServer();
  render('J40', 'AUTO_RUN');
  expect(await screen.findByText('Squeegee')).toBeTruthy();
  expect(screen.queryByText('Side brush')).toBeNull();
  expect(screen.getByText('Run the parts').closest('button')?.disabled).toBe(true);
});
