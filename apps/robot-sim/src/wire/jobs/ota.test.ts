import { canonicalOtaForce, otaPhases, type OtaPhase } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { anUpdate, anUpdatingRobot, packageBytes } from '../../test-kit/updates.ts';

/** Phases of updates (docs/protocol/files.md#software-updates). */
const wholeWay = [
  'DOWNLOADABLE',
  'DOWNLOADING',
  'DOWNLOADED',
  'UNCOMPRESSING',
  'UNPACKED',
  'INSTALLING',
  'FINISHED',
];

test('an update is downloaded, checked, installed in the other slot and committed after its self-test', async () => {
  const robot = anUpdatingRobot();
  robot.computer.jobs.ota.add(anUpdate());
  await robot.advance(200);
  expect(robot.computer.robot.mode).toBe('OTA_UPGRADE');
  expect(robot.versions['robot']).toBe('9.0.0');
  expect(robot.computer.installed.onTrial).toBe(true);
  await robot.advance(600);
  expect(robot.phases()).toEqual(wholeWay);
  expect(robot.computer.installed.onTrial).toBe(false);
  expect(robot.pieces).toEqual([[0, packageBytes.byteLength - 1]]);
  expect(robot.computer.robot.mode).not.toBe('OTA_UPGRADE');
});

test('a light robot does all phases without bytes', async () => {
  const robot = anUpdatingRobot({ light: true });
  robot.computer.jobs.ota.add(anUpdate());
  await robot.advance(800);
  expect([robot.phases(), robot.pieces]).toEqual([wholeWay, []]);
  expect(robot.versions['robot']).toBe('9.0.0');
});

test('a screen is updated without a slot and without a restart', async () => {
  const robot = anUpdatingRobot();
  const before = robot.computer;
  robot.computer.jobs.ota.add(anUpdate({ about: { pkgType: 'HMI' } }));
  await robot.advance(200);
  expect(robot.phases().at(-1)).toBe('FINISHED');
  expect(robot.versions['hmi']).toBe('9.0.0');
  expect(robot.computer).toBe(before);
});

test.each([
  ['sign', 'SIGNATURE', '70103'],
  ['hash', 'HASH', '70101'],
  ['unpack', 'UNPACK', '70101'],
  ['install', 'ROLLED_BACK', '70102'],
  ['boot', 'ROLLED_BACK', '70102'],
  ['selftest', 'ROLLED_BACK', '70102'],
] as const)(
  'a failure at %s ends as %s with alarm %s, and the old software runs',
  async (otaFail, code, alarm) => {
    const robot = anUpdatingRobot({ otaFail });
    robot.computer.jobs.ota.add(anUpdate());
    await robot.advance(1000);
    expect(robot.reports.at(-1)).toMatchObject({ phase: 'FAILED', code, final: true });
    expect(robot.versions['robot']).toBe('3.4.1');
    expect(robot.computer.robot.alarms.active.map((active) => active.code)).toContain(alarm);
  },
);

test('wrong bytes are downloaded once more, and a signature over another manifest is not', async () => {
  const wrong = anUpdatingRobot({
    fetchRange: (_link, from, to) => Promise.resolve(Buffer.alloc(to + 1 - from)),
  });
  wrong.computer.jobs.ota.add(anUpdate());
  await wrong.advance(300);
  expect(wrong.reports.at(-1)).toMatchObject({ phase: 'FAILED', code: 'HASH', attempt: 2 });

  const { signature } = anUpdate();
  const forged = anUpdatingRobot();
  forged.computer.jobs.ota.add(anUpdate({ signature, about: { version: '9.0.1' } }));
  await forged.advance(300);
  expect(forged.reports.at(-1)).toMatchObject({ phase: 'FAILED', code: 'SIGNATURE', attempt: 1 });
});

const cuts = otaPhases.filter((phase) => !['NEWEST', 'PAUSED', 'ROLLBACK', 'FAILED'].includes(phase));
test.each(cuts)('a power cut in %s ends in the new software', async (powerCut: OtaPhase) => {
  const robot = anUpdatingRobot({ powerCut });
  robot.computer.jobs.ota.add(anUpdate());
  await robot.advance(1200);
  expect(robot.phases().at(-1)).toBe('FINISHED');
  expect(robot.versions['robot']).toBe('9.0.0');
});

test.each(['ROLLBACK', 'FAILED'] as const)('a power cut in %s ends in the old software', async (powerCut) => {
  const robot = anUpdatingRobot({ powerCut, otaFail: 'selftest' });
  robot.computer.jobs.ota.add(anUpdate());
  await robot.advance(1200);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'FAILED', code: 'ROLLED_BACK' });
  expect(robot.versions['robot']).toBe('3.4.1');
});

test('an update waits for confirmation, and a waiting phase is reported again after six hours', async () => {
  const robot = anUpdatingRobot();
  const { ota } = robot.computer.jobs;
  ota.add(anUpdate({ autoInstall: false }));
  await robot.advance(20);
  expect(robot.reports.at(-1)).toMatchObject({
    phase: 'DOWNLOADABLE',
    detail: { waits: [{ for: 'CONFIRM' }] },
  });
  const count = robot.reports.length;
  await robot.advance(100);
  expect(robot.reports).toHaveLength(count);
  robot.wait(6 * 3_600_000);
  await robot.advance(20);
  expect(robot.reports).toHaveLength(count + 1);
  expect(ota.resume()).toBe(true);
  await robot.advance(20);
  expect(robot.phases()).toContain('DOWNLOADING');
});

test('installing waits for window and charge and says so; force ignores the window only', async () => {
  const window = { from: '00:00', to: '00:00' };
  const robot = anUpdatingRobot({ socPct: 31 });
  robot.computer.jobs.ota.add(anUpdate({ window, minSoc: 99 }));
  await robot.advance(100);
  expect(robot.reports.at(-1)).toMatchObject({
    phase: 'UNPACKED',
    detail: {
      waits: [
        { for: 'WINDOW', ...window },
        { for: 'CHARGE', has: expect.any(Number) as number, needs: 99 },
      ],
    },
  });
  const forced = anUpdatingRobot({ socPct: 31 });
  forced.computer.jobs.ota.add(anUpdate({ window, minSoc: 99, force: true }));
  await forced.advance(100);
  expect(forced.reports.at(-1)).toMatchObject({ detail: { waits: [{ for: 'CHARGE' }] } });
});

test('a download pauses by a person and at low charge, and ends after a week', async () => {
  const robot = anUpdatingRobot({ fetchRange: () => Promise.reject(new Error('no link')) });
  const { ota } = robot.computer.jobs;
  ota.add(anUpdate());
  await robot.advance(20);
  expect(ota.pause()).toBe(true);
  await robot.advance(20);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'PAUSED', detail: { waits: [{ for: 'RESUME' }] } });
  expect(ota.resume()).toBe(true);
  await robot.advance(20);
  expect(robot.phases().at(-1)).toBe('DOWNLOADING');
  const low = anUpdatingRobot({ socPct: 10 });
  low.computer.jobs.ota.add(anUpdate());
  await low.advance(20);
  expect(low.reports.at(-1)).toMatchObject({
    phase: 'PAUSED',
    detail: { waits: [{ for: 'BATTERY', needs: 20 }] },
  });
});

test('an update is canceled before it installs, not afterwards', async () => {
  const robot = anUpdatingRobot();
  robot.computer.jobs.ota.add(anUpdate({ autoInstall: false }));
  await robot.advance(20);
  expect(robot.computer.jobs.ota.cancel()).toBe(true);
  await robot.advance(20);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'FAILED', code: 'CANCELED', final: true });
  robot.computer.jobs.ota.add(anUpdate());
  await robot.advance(80);
  expect(robot.phases().at(-1)).toBe('INSTALLING');
  expect([robot.computer.jobs.ota.cancel(), robot.computer.jobs.ota.pause()]).toEqual([false, false]);
});

test('an older version is the newest already, a misfit is refused, and the minimum version stops a downgrade', async () => {
  const robot = anUpdatingRobot();
  const { ota } = robot.computer.jobs;
  ota.add(anUpdate({ about: { version: '3.4.1' } }));
  ota.add(anUpdate({ about: { models: ['J40'] } }));
  ota.add(anUpdate({ about: { fromVersions: ['1.0.0'] } }));
  await robot.advance(20);
  expect(robot.reports.map(({ phase, code }) => [phase, code])).toEqual([
    ['NEWEST', ''],
    ['FAILED', 'BAD_PARAMS'],
    ['FAILED', 'BAD_PARAMS'],
  ]);
  ota.add(anUpdate({ about: { minVersion: '9.0.0' } }));
  await robot.advance(900);
  expect(robot.versions['robot']).toBe('9.0.0');
  const lower = anUpdate({ force: true, about: { version: '3.0.0' } });
  robot.computer.jobs.ota.add({
    ...lower,
    // The same key twice is no second signature.
    forceSignature: { keyId: 'release-2026', signature: anUpdate().signature },
  });
  expect(canonicalOtaForce(lower.manifest)).toContain('3.0.0');
  await robot.advance(300);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'FAILED', code: 'BAD_PARAMS' });
});
