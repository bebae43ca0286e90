import type { Vehicle } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { capabilityLines, capabilityRows, pagesOf } from './capability-verdict.ts';
import { reportPage } from './report-page.ts';
import type { Row } from './test-run.ts';
import type { Verdict } from './verdict.ts';

const cleaning = {
  toolWidthM: 0.6,
  toolOffsetM: -0.2,
  bodyWidthM: 0.7,
  waterLitres: null,
  areaPerHour: null,
  modes: [{ key: 'WET', name: {} }],
  strengths: [],
};
const foreign: Vehicle = {
  model: 'PLAIN',
  protocol: 'v3',
  actions: ['cleanArea', 'startPause', 'startCharging'],
  declared: {
    capabilities: ['locate', 'drive', 'settings', 'juggle'],
    cleaning,
    widthM: null,
    maxSpeedMps: null,
  },
};
const row = (id: string, result: Verdict['result']): Row => ({
  id,
  rule: `The rule <${id}>.`,
  page: 'orders.md',
  subject: 'orders',
  verdict:
    result === 'FAILS'
      ? { result, evidence: { reason: 'it did "not"' } }
      : ({ result, reason: '' } as Verdict),
});
const rows = [
  row('CLEAN-1', 'HOLDS'),
  row('ORDER-4', 'FAILS'),
  row('CHARGE-1', 'NOT_TESTED'),
  row('DRIVE-1', 'HOLDS'),
  row('DRIVE-3', 'FAILS'),
  row('DRIVE-5', 'NOT_APPLICABLE'),
];

test('a capability works if it is declared, a rule of it holds and none fails', () => {
  const verdicts = Object.fromEntries(
    capabilityRows(foreign, rows).map(({ capability, verdict }) => [capability, verdict]),
  );
  expect(verdicts).toMatchObject({
    navigate: 'NOT_TESTED',
    clean: 'WORKS',
    pause: 'FAILS',
    charge: 'NOT_TESTED',
    drive: 'FAILS',
    locate: 'NOT_TESTED',
    video: 'NOT_DECLARED',
    shell: 'NOT_DECLARED',
  });
  const drive = capabilityRows(foreign, rows).find(({ capability }) => capability === 'drive');
  expect(drive).toMatchObject({ holds: ['DRIVE-1'], fails: ['DRIVE-3'] });
});

test('the pages are those that the console offers, and other words are named', () => {
  expect(pagesOf(foreign)).toEqual([
    'Drive to a point',
    'Tasks, plans, calendar, reports',
    'Pause and go on',
    'Send home to charge',
    'Find by light and sound',
    'Remote driving',
  ]);
  const lines = capabilityLines(foreign, rows);
  expect(lines).toContain('It also says: juggle');
  expect(lines.find((line) => line.startsWith('drive'))).toMatch(
    /^drive +✗ declared, does not work +DRIVE-3$/,
  );
  // Settings need the catalogue of a model.
  expect(lines.find((line) => line.startsWith('settings'))).toContain('not declared');
});

test('the report is one page in HTML with verdicts, pages and evidence, and no text of the robot is markup', () => {
  const page = reportPage({
    robot: {
      address: { interfaceName: 'vda5050', major: 'v3', manufacturer: 'ACME', serialNumber: '<b>7</b>' },
      version: '3.0.0',
      model: 'PLAIN',
    },
    vehicle: foreign,
    rows,
    at: '2026-11-30T07:00:00.000Z',
  });
  expect(page).toContain('2026-11-30 07:00 UTC · VDA 5050 3.0.0 · registered as PLAIN');
  expect(page).toContain('<li>Remote driving</li>');
  expect(page).toContain('tool 0.6 m, -0.2 m ahead, body 0.7 m; WET');
  expect(page).toContain('juggle');
  expect(page).toContain('DRIVE-3');
  expect(page).not.toContain('<b>7');
  expect(page).not.toContain('The rule <');
  expect(page.match(/<(?:script|link|img)/)).toBeNull();
});
