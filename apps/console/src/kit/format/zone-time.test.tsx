import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aPerson } from '../../test-kit/index.ts';
import { session } from '../api/session.ts';
import { TimeIn } from './time-in.tsx';
import { formatClockIn, formatOffset, formatSpanIn, formatTimeIn } from './zone-time.ts';

const at = '2030-01-01T21:15:00.000Z';

beforeEach(() => session.open(aPerson({ profile: { timezone: 'Asia/Shanghai' } })));

test.each([
  ['Europe/Berlin', 'Jan 1, 2030, 22:15 (UTC+1)'],
  ['America/St_Johns', 'Jan 1, 2030, 17:45 (UTC−3:30)'],
  ['UTC', 'Jan 1, 2030, 21:15 (UTC)'],
  ['Asia/Shanghai', 'Jan 2, 2030, 05:15'],
  ['Asia/Singapore', 'Jan 2, 2030, 05:15'],
])('a time in %s is %s for a reader in Shanghai, with the offset where the clocks differ', (zone, text) => {
  expect(formatTimeIn(at, zone)).toBe(text);
});

test('the offset is that of the moment, in winter and in summer', () => {
  expect(formatOffset('Europe/Berlin', '2030-07-01T12:00:00.000Z')).toBe('UTC+2');
  expect(formatClockIn('2030-07-01T12:00:00.000Z', 'Europe/Berlin')).toBe('14:00 (UTC+2)');
});

test('a span of one day has its day once', () => {
  expect(formatSpanIn('2030-01-01T08:00:00.000Z', '2030-01-01T10:30:00.000Z', 'Europe/Berlin')).toBe(
    'Jan 1, 2030, 09:00–11:30 (UTC+1)',
  );
});

test('the title of a time at a place has the name of its zone and the time of the reader', () => {
  render(<TimeIn at={at} zone="Europe/Berlin" />);
  const time = screen.getByText('Jan 1, 2030, 22:15 (UTC+1)');
  expect(time.title).toBe('Europe/Berlin (UTC+1)\nJan 2, 2030, 05:15, Asia/Shanghai (UTC+8)');
});
