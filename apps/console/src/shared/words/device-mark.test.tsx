import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../test-kit/index.ts';
import { DeviceMark } from './device-mark.tsx';

const live = { state: 'OFFLINE', mode: null, paused: false, alarmLevel: 0 } as const;

test('a device that was never activated is not called offline', () => {
  renderPage(<DeviceMark live={live} binding="NOT_ACTIVATED" />);
  expect(screen.getByText('Not activated')).toBeTruthy();
  expect(screen.queryByText('Offline')).toBeNull();
});

test('an activated device without a connection is offline', () => {
  renderPage(<DeviceMark live={live} binding="ACTIVATED" />);
  expect(screen.getByText('Offline')).toBeTruthy();
});
