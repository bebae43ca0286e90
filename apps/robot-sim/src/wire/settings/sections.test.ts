import { expect, test } from 'vitest';
import { opensScreen } from '../../robot/body/settings.ts';
import { aComputer } from '../../test-kit/computers.ts';
import type { ComputerSetup } from '../connection/computer-setup.ts';
import { hashOf } from './sections.ts';

/** Waits until pending promises have settled. */
const settled = () => new Promise((done) => setImmediate(done));

/** A connected robot with its messages and its section pushes. */
function aConnectedRobot(
  model: 'J20' | 'J30' | 'J40' = 'J30',
  connection: Partial<Pick<ComputerSetup, 'upload' | 'inlineBytes' | 'fetchSection'>> = {},
) {
  const base = aComputer(model, 3, { speedup: 1, mtbfH: 1e9, ...connection });
  const of = (name: string) =>
    base.sent
      .filter(({ topic }) => topic.endsWith(`/${name}`))
      .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  const pushes = () =>
    of('xRequest')
      .filter(({ type }) => type === 'section.push')
      .map(({ requestId, params }) => ({
        requestId: String(requestId),
        ...(params as { baseVersion: number; inline: Record<string, unknown> }),
      }));
  const answer = (requestId: string, result: object) =>
    base.receive('xResponse', { requestId, status: 'OK', result });
  const desire = (version: number, inline: Record<string, unknown>) =>
    base.receive('xDesired', {
      docVersion: version,
      sections: { settings: { version, hash: hashOf(inline), inline } },
    });
  const section = () => base.computer.sections.reported['settings'];
  base.computer.connected();
  return { ...base, of, pushes, answer, desire, section };
}

test('a robot pushes its whole section at the first connection and repeats the push until it is answered', () => {
  const robot = aConnectedRobot('J20');
  expect(robot.pushes()).toHaveLength(1);
  expect(robot.pushes()[0]).toMatchObject({ baseVersion: 0, inline: { volume: 60, maxSpeed: 0.6 } });
  expect(robot.pushes()[0]?.inline).not.toHaveProperty('mopWashEveryM2');
  robot.advance(10);
  const ids = robot.pushes().map(({ requestId }) => requestId);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
  robot.answer(ids[0]!, { accepted: true, version: 1 });
  robot.advance(90);
  expect(robot.pushes()).toHaveLength(3);
  expect(robot.section()).toMatchObject({ version: 1, status: 'APPLIED' });
});

test('a section too long for a message is uploaded and pushed by file id, also after a failed upload', async () => {
  const uploads: { name: string; text: string }[] = [];
  let broken = true;
  const robot = aConnectedRobot('J30', {
    inlineBytes: 200,
    upload: (_kind, name, bytes) => {
      if (broken) return Promise.reject(new Error('cut'));
      uploads.push({ name, text: Buffer.from(bytes).toString() });
      return Promise.resolve('0193f0c2-7a31-7c55-9d0e-00000000000f');
    },
  });
  await settled();
  expect(robot.pushes()).toEqual([]);
  broken = false;
  robot.advance(4);
  await settled();
  const [push] = robot.pushes();
  expect(push).toMatchObject({ baseVersion: 0, fileId: '0193f0c2-7a31-7c55-9d0e-00000000000f' });
  expect(push).not.toHaveProperty('inline');
  expect(JSON.parse(uploads[0]!.text)).toMatchObject({ volume: 60 });
  // The repeated push has the same file id, and the file is uploaded once.
  robot.advance(10);
  await settled();
  expect(robot.pushes().length).toBeGreaterThan(1);
  expect(uploads).toHaveLength(1);
  robot.answer(push!.requestId, { accepted: true, version: 1 });
  expect(robot.section()).toMatchObject({ version: 1, status: 'APPLIED' });
});

test('a section without inline content is fetched, and a document with another hash is refused', async () => {
  const served: Record<number, object> = { 2: { volume: 22 }, 3: { volume: 1 } };
  const fetched: [string, number][] = [];
  const robot = aConnectedRobot('J30', {
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

test('an edit at the screen is LOCAL until the server accepts it as a version', () => {
  const robot = aConnectedRobot();
  robot.answer(robot.pushes()[0]!.requestId, { accepted: true, version: 1 });
  expect(robot.computer.sections.edit({ volume: 10 }, 0)).toBeUndefined();
  expect(robot.section()).toMatchObject({ status: 'LOCAL', baseVersion: 1 });
  const push = robot.pushes().at(-1)!;
  expect(push).toMatchObject({ baseVersion: 1, inline: { volume: 10 } });
  robot.answer(push.requestId, { accepted: true, version: 2 });
  expect(robot.section()).toMatchObject({ status: 'APPLIED', version: 2 });
});

test('a second edit before the answer is based on the version of the answer', () => {
  const robot = aConnectedRobot();
  robot.answer(robot.pushes()[0]!.requestId, { accepted: true, version: 1 });
  robot.computer.sections.edit({ volume: 10 }, 0);
  const [first, count] = [robot.pushes().at(-1)!, robot.pushes().length];
  robot.computer.sections.edit({ volume: 11 }, 0);
  expect(robot.pushes()).toHaveLength(count);
  robot.answer(first.requestId, { accepted: true, version: 2 });
  expect(robot.pushes().at(-1)).toMatchObject({ baseVersion: 2, inline: { volume: 11 } });
});

test('a newer version of the server overrides a local edit, whose copy is still pushed', () => {
  const robot = aConnectedRobot();
  robot.answer(robot.pushes()[0]!.requestId, { accepted: true, version: 1 });
  robot.computer.disconnected();
  robot.computer.sections.edit({ volume: 10 }, 0);
  robot.computer.connected();
  robot.desire(2, { volume: 30 });
  expect(robot.computer.robot.settings['volume']).toBe(30);
  expect(robot.section()).toMatchObject({ status: 'APPLIED', version: 2 });
  expect(robot.pushes().at(-1)).toMatchObject({ baseVersion: 1, inline: { volume: 10 } });
});

test('a local edit is not overridden by the version on which it is based', () => {
  const robot = aConnectedRobot();
  robot.desire(1, { volume: 30 });
  robot.computer.sections.edit({ volume: 10 }, 0);
  robot.desire(1, { volume: 30 });
  expect(robot.computer.robot.settings['volume']).toBe(10);
});

test('a PIN opens the screen, is stored as a hash and is never reported', () => {
  const robot = aConnectedRobot();
  robot.desire(1, { screenLock: { enabled: true } });
  expect(robot.section()).toMatchObject({ status: 'FAILED', code: 'BAD_PARAMS' });
  robot.desire(2, { screenLock: { enabled: true, pin: '4711' } });
  robot.desire(3, { screenLock: { enabled: true } });
  const { settings } = robot.computer.robot;
  expect([opensScreen(settings, '4711'), opensScreen(settings, '0000')]).toEqual([true, false]);
  robot.computer.sections.edit({ volume: 1 }, 0);
  expect(JSON.stringify([settings, robot.pushes().at(-1)])).not.toContain('4711');
});

test('listed algorithm parameters are applied, and unlisted ones are refused', () => {
  const robot = aConnectedRobot();
  expect(robot.of('xReported').at(-1)?.['algoCatalogue']).toContainEqual(
    expect.objectContaining({ key: 'drive.cruiseFactor', min: 0.5, max: 1 }),
  );
  robot.desire(1, { algo: { 'drive.cruiseFactor': 0.5 } });
  expect(robot.computer.robot.cruiseMps).toBeCloseTo(0.35);
  robot.desire(2, { algo: { 'drive.warp': 9 } });
  expect(robot.section()).toMatchObject({ status: 'FAILED' });
});

test('settings.restoreDefaults restores the defaults and reports them as a local edit', () => {
  const robot = aConnectedRobot();
  robot.advance(3);
  robot.desire(1, { volume: 5 });
  const command = { commandId: '0193f0c2-7a31-7c55-9d0e-000000000001', type: 'settings.restoreDefaults' };
  robot.receive('xCommand', {
    ...command,
    lane: 'CONFIG',
    laneSeq: 1,
    issuedAt: '',
    ttlMs: 60_000,
    timeoutMs: 60_000,
    attempt: 1,
    params: {},
  });
  expect(robot.computer.robot.settings['volume']).toBe(60);
  expect(robot.section()).toMatchObject({ status: 'LOCAL', baseVersion: 1 });
});
