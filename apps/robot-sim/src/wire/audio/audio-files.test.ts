import { expect, test } from 'vitest';
import { aWav, anAudioItem } from '../../test-kit/sounds.ts';
import { anUpdatingRobot } from '../../test-kit/updates.ts';
import { hashOf } from '../settings/sections.ts';
import type { AudioItem } from '@sweepline/contract/robot';

const header = {
  headerId: 0,
  timestamp: '',
  version: '3.0.0',
  manufacturer: 'JBOT',
  serialNumber: 'J30C0001',
};

/** A robot whose server has this file, unless `bytesOf` says something else. */
function aSpeaker(
  file: Buffer,
  bytesOf = (from: number, to: number): Uint8Array => file.subarray(from, to + 1),
) {
  const ranges: [number, number][] = [];
  const robot = anUpdatingRobot({
    fetchRange: (_link, from, to) => {
      ranges.push([from, to]);
      return Promise.resolve(bytesOf(from, to));
    },
  });
  const receive = (name: string, body: object) =>
    robot.computer.receive(name, Buffer.from(JSON.stringify({ ...header, ...body })));
  const desire = (items: readonly AudioItem[], version = 1) => {
    const document = { items };
    const section = { version, hash: hashOf(document), inline: document };
    receive('xDesired', { docVersion: version, sections: { audio: section } });
  };
  const slot = (name: string) => robot.computer.jobs.audio.reports.find((it) => it.slot === name);
  const section = () => robot.computer.sections.reported['audio'];
  return { robot, ranges, receive, desire, slot, section };
}

test('a robot fetches the files of its slots once by hash and plays them in their length', async () => {
  const file = aWav(3);
  const { robot, ranges, desire, slot, section } = aSpeaker(file);
  const item = anAudioItem('START', file);
  desire([item, { ...item, slot: 'PROMO_1' }]);
  expect([section()?.status, slot('START')?.status]).toEqual(['PENDING', 'SYNCING']);
  await robot.advance(50);
  expect(section()).toMatchObject({ version: 1, status: 'APPLIED' });
  expect(slot('PROMO_1')).toMatchObject({ sha256: item.sha256, status: 'APPLIED' });
  expect(slot('FINISH')).toMatchObject({ sha256: '', status: 'APPLIED' });
  expect(ranges).toHaveLength(1);
  const { sounds } = robot.computer.robot;
  expect(sounds.play('START')?.seconds).toBeCloseTo(3);
  robot.wait(2900);
  expect(sounds.playing?.slot).toBe('START');
  sounds.say('FINISH');
  expect(sounds.playing?.slot).toBe('START');
  robot.wait(200);
  expect(sounds.playing).toBeUndefined();
  expect(slot('START')?.plays).toBe(1);
});

test('the same files with another slot in the next document are not fetched again', async () => {
  const file = aWav(1);
  const { robot, ranges, desire, slot } = aSpeaker(file);
  const item = anAudioItem('START', file);
  desire([item]);
  await robot.advance(50);
  desire([item, { ...item, slot: 'FINISH' }], 2);
  await robot.advance(50);
  expect(slot('FINISH')).toMatchObject({ sha256: item.sha256, status: 'APPLIED' });
  expect(ranges).toHaveLength(1);
  desire([], 3);
  expect([slot('START')?.sha256, slot('FINISH')?.sha256]).toEqual(['', '']);
});

test('a wrong hash is never played, and the slot keeps what it has', async () => {
  const file = aWav(1);
  const { robot, desire, slot, section } = aSpeaker(file);
  desire([anAudioItem('START', file)]);
  await robot.advance(50);
  const before = slot('START')?.sha256;
  desire([anAudioItem('START', file, { sha256: 'a'.repeat(64) })], 2);
  await robot.advance(100);
  expect(section()).toMatchObject({ version: 2, status: 'FAILED', code: 'HASH' });
  expect(slot('START')).toMatchObject({ sha256: before, status: 'FAILED', code: 'HASH' });
});

test.each([
  ['no sound at all', Buffer.from('these are words, not a sound'), 'START'],
  ['a sound of 61 s in the slot of a prompt', aWav(61), 'START'],
  ['a sound of 181 s in the slot of a promotion', aWav(181), 'PROMO_1'],
])('%s is AUDIO_FORMAT', async (_, file, name) => {
  const { robot, desire, slot } = aSpeaker(file);
  desire([anAudioItem(name, file)]);
  await robot.advance(50);
  expect(slot(name)).toMatchObject({ sha256: '', status: 'FAILED', code: 'AUDIO_FORMAT' });
});

test('a download that fails again and again is DOWNLOAD, and a cut one goes on where it ended', async () => {
  const file = aWav(1);
  let isCut = true;
  const { robot, ranges, desire, slot } = aSpeaker(file, (from, to) => {
    if (from > 0 && isCut) throw new Error('cut');
    return file.subarray(from, isCut ? 1000 : to + 1);
  });
  desire([anAudioItem('START', file)]);
  await robot.advance(30);
  expect(ranges[1]).toEqual([1000, file.byteLength - 1]);
  await robot.advance(400);
  expect(slot('START')).toMatchObject({ status: 'FAILED', code: 'DOWNLOAD' });
  isCut = false;
  desire([anAudioItem('START', file)], 2);
  await robot.advance(50);
  expect(ranges.at(-1)).toEqual([1000, file.byteLength - 1]);
  expect(slot('START')).toMatchObject({ status: 'APPLIED' });
});

test('a document with a slot that the robot lacks, or one slot twice, is refused as a whole', () => {
  const item = anAudioItem('START', aWav(1));
  const { desire, section, slot } = aSpeaker(aWav(1));
  desire([{ ...item, slot: 'DANCE' }]);
  expect(section()).toMatchObject({ status: 'FAILED', code: 'BAD_PARAMS' });
  desire([item, item], 2);
  expect(section()).toMatchObject({ version: 2, status: 'FAILED', code: 'BAD_PARAMS' });
  expect(slot('START')).toBeUndefined();
});

test('a section that the robot does not know is UNSUPPORTED', () => {
  const { robot, receive } = aSpeaker(aWav(1));
  receive('xDesired', { docVersion: 1, sections: { garden: { version: 1, hash: hashOf({}), inline: {} } } });
  expect(robot.computer.sections.reported['garden']).toMatchObject({ status: 'FAILED', code: 'UNSUPPORTED' });
});

test('quiet hours limit the volume of a sound, and at 0 % nothing plays', () => {
  const { robot } = aSpeaker(aWav(1));
  const { sounds, settings } = robot.computer.robot;
  // 16:00 in Shanghai.
  settings['nightMode'] = { enabled: true, from: '15:00', to: '07:00', volume: 20 };
  expect(sounds.play('START')?.volume).toBe(20);
  expect(sounds.play('START', 10)?.volume).toBe(10);
  settings['nightMode'] = { enabled: true, from: '15:00', to: '07:00', volume: 0 };
  expect(sounds.play('START')).toBeUndefined();
  settings['nightMode'] = { enabled: true, from: '22:00', to: '07:00', volume: 0 };
  expect(sounds.play('START')?.volume).toBe(60);
});
