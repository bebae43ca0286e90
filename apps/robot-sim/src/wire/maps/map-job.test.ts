import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { startPeer, type Peer } from '../../test-kit/peer.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { aUnit } from '../../test-kit/robots.ts';
import { worldOf } from './map-bundle.ts';
import type { RobotProcess } from '../connection/robot-process.ts';

let peer: Peer;
let unit: RobotProcess;
beforeEach(async () => {
  peer = await startPeer();
  unit = aUnit(peer);
  await peer.until('state', ({ name }) => name === 'state');
});
afterEach(async () => {
  await unit.stop();
  await peer.close();
});

let laneSeq = 0;
const command = (params: Record<string, unknown>) => ({
  ...{ commandId: newId(), type: 'job.mapUpload', lane: 'TRANSFER', laneSeq: ++laneSeq, issuedAt: '' },
  ...{ ttlMs: 60_000, timeoutMs: 60_000, attempt: 1, params },
});
const asked = async (params: Record<string, unknown>) => {
  const sent = command(params);
  peer.send('J30C0001', 'xCommand', sent);
  const ends = (body: Record<string, unknown>) =>
    body['commandId'] === sent.commandId && body['status'] !== 'ACCEPTED';
  return (await peer.until('the reply', ({ name, body }) => name === 'xReply' && ends(body))).body;
};
const final = (jobId: string) =>
  peer.until('the end of the job', ({ name, body }) => {
    return name === 'xJob' && body['jobId'] === jobId && body['final'] === true;
  });
const broughtMaps = () => [...peer.files.keys()].filter((name) => name.startsWith('MAP '));

test('the server asks for a map and gets it, and the robot takes over the number it got', async () => {
  const { mapId, mapVersion } = unit.computer.robot.world;
  const jobId = newId();
  expect(await asked({ jobId, mapId, mapVersion })).toMatchObject({ status: 'SUCCEEDED' });
  await final(jobId);
  const told = peer.of('xJob').map(({ kind, phase, pct, attempt }) => [kind, phase, pct, attempt]);
  expect(told).toEqual([
    ['MAP_UPLOAD', 'WAITING', 0, 0],
    ['MAP_UPLOAD', 'UPLOADING', 0, 1],
    ['MAP_UPLOAD', 'DONE', 100, 1],
  ]);
  expect(broughtMaps()).toEqual([`MAP ${mapId}_${mapVersion}.zip`]);
  // It has taken over the number that the server gave it.
  expect(unit.computer.robot.world.mapVersion).toBe('7');
});

test('what was drawn at the robot stands for the version it was drawn on, and is brought once', async () => {
  const brought: [string, Buffer][] = [];
  let arrive = () => {};
  const { computer, live, receive } = aComputer('J30', 1, {
    ...{ mtbfH: Infinity, speedup: 1 },
    uploadMap: (name, bytes) => {
      brought.push([name, Buffer.from(bytes)]);
      return new Promise((done) => (arrive = () => done('7')));
    },
  });
  computer.connected();
  const { mapId, mapVersion, elements } = computer.robot.world;
  const jobId = newId();
  computer.drawWall([
    { x: 5, y: 5 },
    { x: 6, y: 5 },
  ]);
  live(1);
  receive('xCommand', command({ jobId, mapId, mapVersion }));
  live(1);
  arrive();
  await Promise.resolve();
  live(1);
  expect(brought.map(([name]) => name)).toEqual([`${mapId}_${mapVersion}.l1.zip`]);
  expect(worldOf(brought[0]![1]).elements.walls).toHaveLength(elements.walls.length + 1);
  await expect.poll(() => computer.robot.world.mapVersion).toBe('7');
});

test('a map it does not have, and a job without a name, are refused and nothing is brought', async () => {
  const { mapId } = unit.computer.robot.world;
  expect(await asked({ jobId: newId(), mapId, mapVersion: '99' })).toMatchObject({
    ...{ status: 'FAILED', code: 'UNKNOWN_MAP_ID' },
  });
  expect(await asked({ jobId: 'x', mapId, mapVersion: '1' })).toMatchObject({
    ...{ status: 'REJECTED', code: 'BAD_PARAMS', message: 'jobId' },
  });
  expect(broughtMaps()).toEqual([]);
});
