import { expect, test } from 'vitest';
import { isPullPath, isPushPath } from './robot-paths.ts';

test.each(['/data/export', '/data/export/floor.png', '/var/log/robot/2026-11-20/system.log'])(
  '%s may be read',
  (path) => {
    expect(isPullPath(path)).toBe(true);
  },
);

test.each([
  '',
  '/',
  'data/export/x',
  '/data/exports/x',
  '/data/export/../import/x',
  '/data/export/./x',
  '/data/export//x',
  '/data/export/x/',
  '/data/export/a\\..\\b',
  '/data/export/\0',
  '/data/export/\n',
  `/data/export/${'x'.repeat(512)}`,
  '/data/import/x',
])('%j may not be read', (path) => {
  expect(isPullPath(path)).toBe(false);
});

test('files are put into the import and export folders, not in their place', () => {
  expect(['/data/import/x', '/data/export/x', '/data/import', '/var/log/robot/x'].map(isPushPath)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
