import { expect, test } from 'vitest';
import { opensScreen } from '../../robot/body/settings.ts';
import { aComputer } from '../../test-kit/computers.ts';
import type { ComputerSetup } from '../connection/computer-setup.ts';
import { hashOf } from './sections.ts';

/** What was begun on the side has come to its end. */
const settled = () => new Promise((done) => setImmediate(done));

/** A robot that has been heard once, with what it says of its settings and what it asked. */
function aHeardRobot(
  model: 'J20' | 'J30' | 'J40' = 'J30',
  line: Partial<Pick<ComputerSetup, 'upload' | 'inlineBytes' | 'fetchSection'>> = {},
) {
  const it = aComputer(model, 3, { speedup: 1, mtbfH: 1e9, ...line });
  const of = (name: string) =>
    it.sent
      .filter(({ topic }) => topic.endsWith(`/${name}`))
      .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  const asked = () =>
    of('xRequest')
      .filter(({ type }) => type === 'section.push')
      .map(({ requestId, params }) => ({
        requestId: String(requestId),
        ...(params as { baseVersion: number; inline: Record<string, unknown> }),
      }));
  const answer = (requestId: string, result: object) =>
    it.receive('xResponse', { requestId, status: 'OK', result });
  const desire = (version: number, inline: Record<string, unknown>) =>
    it.receive('xDesired', {
      docVersion: version,
      sections: { settings: { version, hash: hashOf(inline), inline } },
    });
  const section = () => it.computer.sections.reported['settings'];
  it.computer.connected();
  return { ...it, of, asked, answer, desire, section };
}

test('a robot tells its whole section when it is first heard, and again until it is answered', () => {
  const robot = aHeardRobot('J20');
  expect(robot.asked()).toHaveLength(1);
  expect(robot.asked()[0]).toMatchObject({ baseVersion: 0, inline: { volume: 60, maxSpeed: 0.6 } });
  expect(robot.asked()[0]?.inline).not.toHaveProperty('mopWashEveryM2');
  robot.live(10);
  const ids = robot.asked().map(({ requestId }) => requestId);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
  robot.answer(ids[0]!, { accepted: true, version: 1 });
  robot.live(90);
  expect(robot.asked()).toHaveLength(3);
  expect(robot.section()).toMatchObject({ version: 1, status: 'APPLIED' });
});

test('a section too long for a message is uploaded first and then named, and a broken line only delays it', async () => {
  const brought: { name: string; text: string }[] = [];
  let broken = true;
  const robot = aHeardRobot('J30', {
    inlineBytes: 200,
    upload: (_kind, name, bytes) => {
      if (broken) return Promise.reject(new Error('cut'));
      brought.push({ name, text: Buffer.from(bytes).toString() });
      return Promise.resolve('0193f0c2-7a31-7c55-9d0e-00000000000f');
    },
  });
  await settled();
  expect(robot.asked()).toEqual([]);
  broken = false;
  robot.live(4);
  await settled();
  const [push] = robot.asked();
  expect(push).toMatchObject({ baseVersion: 0, fileId: '0193f0c2-7a31-7c55-9d0e-00000000000f' });
  expect(push).not.toHaveProperty('inline');
  expect(JSON.parse(brought[0]!.text)).toMatchObject({ volume: 60 });
  // Asked again it names the same file, which is not brought twice.
  robot.live(10);
  await settled();
  expect(robot.asked().length).toBeGreaterThan(1);
  expect(brought).toHaveLength(1);
  robot.answer(push!.requestId, { accepted: true, version: 1 });
  expect(robot.section()).toMatchObject({ version: 1, status: 'APPLIED' });
});

test('a section that does not come along is fetched, and another document than announced is refused', async () => {
  const served: Record<number, object> = { 2: { volume: 22 }, 3: { volume: 1 } };
  const fetched: [string, number][] = [];
  const robot = aHeardRobot('J30', {
    fetchSection: (name, version) => {
      fetched.push([name, version]);
      return Promise.resolve(served[version]);
    },
  });
  const announce = (version: number, document: object) =>
    robot.receive('xDesired', {
      docVersion: version,
      sections: { settings: { version, hash: hashOf(document), bytes: 20_000 } },
    });
  announce(2, { volume: 22 });
  expect(robot.section()).toMatchObject({ version: 2, status: 'PENDING' });
  await settled();
  expect(fetched).toEqual([['settings', 2]]);
  expect(robot.section()).toMatchObject({ version: 2, status: 'APPLIED' });
  expect(robot.computer.robot.settings['volume']).toBe(22);
  announce(3, { volume: 33 });
  await settled();
  expect(robot.section()).toMatchObject({ version: 3, status: 'FAILED', code: 'HASH' });
  expect(robot.computer.robot.settings['volume']).toBe(22);
});

test('an edit at the screen is LOCAL until the server made it a version', () => {
  const robot = aHeardRobot();
  robot.answer(robot.asked()[0]!.requestId, { accepted: true, version: 1 });
  expect(robot.computer.sections.edit({ volume: 10 }, 0)).toBeUndefined();
  expect(robot.section()).toMatchObject({ status: 'LOCAL', baseVersion: 1 });
  const push = robot.asked().at(-1)!;
  expect(push).toMatchObject({ baseVersion: 1, inline: { volume: 10 } });
  robot.answer(push.requestId, { accepted: true, version: 2 });
  expect(robot.section()).toMatchObject({ status: 'APPLIED', version: 2 });
});

test('a second edit before the answer stands on the version that answer made', () => {
  const robot = aHeardRobot();
  robot.answer(robot.asked()[0]!.requestId, { accepted: true, version: 1 });
  robot.computer.sections.edit({ volume: 10 }, 0);
  const [first, asked] = [robot.asked().at(-1)!, robot.asked().length];
  robot.computer.sections.edit({ volume: 11 }, 0);
  expect(robot.asked()).toHaveLength(asked);
  robot.answer(first.requestId, { accepted: true, version: 2 });
  expect(robot.asked().at(-1)).toMatchObject({ baseVersion: 2, inline: { volume: 11 } });
});

test('a newer version of the server wins over an edit here, whose copy is sent all the same', () => {
  const robot = aHeardRobot();
  robot.answer(robot.asked()[0]!.requestId, { accepted: true, version: 1 });
  robot.computer.disconnected();
  robot.computer.sections.edit({ volume: 10 }, 0);
  robot.computer.connected();
  robot.desire(2, { volume: 30 });
  expect(robot.computer.robot.settings['volume']).toBe(30);
  expect(robot.section()).toMatchObject({ status: 'APPLIED', version: 2 });
  expect(robot.asked().at(-1)).toMatchObject({ baseVersion: 1, inline: { volume: 10 } });
});

test('what was edited here does not make way for the version it was made on', () => {
  const robot = aHeardRobot();
  robot.desire(1, { volume: 30 });
  robot.computer.sections.edit({ volume: 10 }, 0);
  robot.desire(1, { volume: 30 });
  expect(robot.computer.robot.settings['volume']).toBe(10);
});

test('a PIN opens the screen, is kept as a hash and is never told', () => {
  const robot = aHeardRobot();
  robot.desire(1, { screenLock: { enabled: true } });
  expect(robot.section()).toMatchObject({ status: 'FAILED', code: 'BAD_PARAMS' });
  robot.desire(2, { screenLock: { enabled: true, pin: '4711' } });
  robot.desire(3, { screenLock: { enabled: true } });
  const { settings } = robot.computer.robot;
  expect([opensScreen(settings, '4711'), opensScreen(settings, '0000')]).toEqual([true, false]);
  robot.computer.sections.edit({ volume: 1 }, 0);
  expect(JSON.stringify([settings, robot.asked().at(-1)])).not.toContain('4711');
});

test('parameters of algorithms are those it lists, and act', () => {
  const robot = aHeardRobot();
  expect(robot.of('xReported').at(-1)?.['algoCatalogue']).toContainEqual(
    expect.objectContaining({ key: 'drive.cruiseFactor', min: 0.5, max: 1 }),
  );
  robot.desire(1, { algo: { 'drive.cruiseFactor': 0.5 } });
  expect(robot.computer.robot.cruiseMps).toBeCloseTo(0.35);
  robot.desire(2, { algo: { 'drive.warp': 9 } });
  expect(robot.section()).toMatchObject({ status: 'FAILED' });
});

test('the defaults come back by command, and are told as an edit', () => {
  const robot = aHeardRobot();
  robot.live(3);
  robot.desire(1, { volume: 5 });
  const command = { commandId: '0193f0c2-7a31-7c55-9d0e-000000000001', type: 'settings.restoreDefaults' };
  robot.receive('xCommand', {
    ...command,
    ...{ lane: 'CONFIG', laneSeq: 1, issuedAt: '', ttlMs: 60_000, timeoutMs: 60_000, attempt: 1, params: {} },
  });
  expect(robot.computer.robot.settings['volume']).toBe(60);
  expect(robot.section()).toMatchObject({ status: 'LOCAL', baseVersion: 1 });
});
