import { expect, test } from 'vitest';
import { isPullPath, isPushPath, pullFault, pushFault, robotFileName } from './robot-paths.ts';

test.each([
  '/data/export',
  '/data/export/floor.png',
  '/var/log/robot/2026-11-20/system.log',
  '/data/export/Halle Süd_2/大厅-1.png',
])('%s may be read', (path) => {
  expect(isPullPath(path)).toBe(true);
});

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
  '/data/export/a;b',
  '/data/export/$(b)',
  '/data/export/`b`',
  '/data/export/a|b',
  '/data/export/a&b',
  '/data/export/a>b',
  '/data/export/a*',
  '/data/export/a?',
  '/data/export/~b',
  '/data/export/"a"',
  "/data/export/'a'",
  '/data/export/a\u2028b',
  '/data/export/a\u00a0b',
  '/data/export/-rf',
  '/data/export/ a',
  '/data/export/a ',
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

test('a fault tells signs that no path has from a folder of the robot', () => {
  expect(['/data/export/a', '/data/export/a;b', '/etc/a'].map(pullFault)).toEqual([
    undefined,
    'PATH_SIGNS',
    'PATH_FORBIDDEN',
  ]);
  expect(['/data/import/a', '/data/import/$(a)', '/data/import'].map(pushFault)).toEqual([
    undefined,
    'PATH_SIGNS',
    'TARGET_FORBIDDEN',
  ]);
});

test.each([
  ['Handbuch (1).pdf', 'Handbuch _1_.pdf'],
  ['-rf $HOME', '_rf _HOME'],
  ["Li's a/b.png ", 'Li_s a_b.png_'],
  ['大厅.png', '大厅.png'],
])('a file %j has the name %j on a robot', (name, expected) => {
  expect(robotFileName(name)).toBe(expected);
  expect(isPushPath(`/data/import/${expected}`)).toBe(true);
});
