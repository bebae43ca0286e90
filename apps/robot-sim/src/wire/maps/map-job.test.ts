import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { startPeer, type Peer } from '../../test-kit/peer.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { aRobotProcess } from '../../test-kit/robots.ts';
import { worldOf } from './map-bundle.ts';
import type { RobotProcess } from '../connection/robot-process.ts';

let peer: Peer;
let robot: RobotProcess;
beforeEach(async () => {
  peer = await startPeer();
  robot = aRobotProcess(peer);
  await peer.until('state', ({ name }) => name === 'state');
});
afterEach(async () => {
  await robot.stop();
  await peer.close();
});

let laneSeq = 0;
const command = (params: Record<string, unknown>) => ({
  commandId: newId(),
  type: 'job.mapUpload',
  lane: 'TRANSFER',
  laneSeq: ++laneSeq,
  issuedAt: '',
  ttlMs: 60_000,
  timeoutMs: 60_000,
  attempt: 1,
  params,
});
const requestUpload = async (params: Record<string, unknown>) => {
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
const uploadedMaps = () => [...peer.files.keys()].filter((name) => name.startsWith('MAP '));

test('a requested map is uploaded, and the robot adopts the version that the server assigned', async () => {
  const { mapId, mapVersion } = robot.computer.robot.world;
  const jobId = newId();
  expect(await requestUpload({ jobId, mapId, mapVersion })).toMatchObject({ status: 'SUCCEEDED' });
  await final(jobId);
  const jobs = peer.of('xJob').map(({ kind, phase, pct, attempt }) => [kind, phase, pct, attempt]);
  expect(jobs).toEqual([
    ['MAP_UPLOAD', 'WAITING', 0, 0],
    ['MAP_UPLOAD', 'UPLOADING', 0, 1],
    ['MAP_UPLOAD', 'DONE', 100, 1],
  ]);
  expect(uploadedMaps()).toEqual([`MAP ${mapId}_${mapVersion}.zip`]);
  // The robot has adopted the assigned version.
  expect(robot.computer.robot.world.mapVersion).toBe('7');
});

test('a requested map that was edited at the robot is uploaded once, with the edit', async () => {
  const uploads: [string, Buffer][] = [];
  let finish = () => {};
  const { computer, advance, receive } = aComputer('J30', 1, {
    mtbfH: Infinity,
    speedup: 1,
    uploadMap: (name, bytes) => {
      uploads.push([name, Buffer.from(bytes)]);
      return new Promise((done) => (finish = () => done('7')));
    },
  });
  computer.connected();
  const { mapId, mapVersion, elements } = computer.robot.world;
  const jobId = newId();
  computer.drawWall([
    { x: 5, y: 5 },
    { x: 6, y: 5 },
  ]);
  advance(1);
  receive('xCommand', command({ jobId, mapId, mapVersion }));
  advance(1);
  finish();
  await Promise.resolve();
  advance(1);
  expect(uploads.map(([name]) => name)).toEqual([`${mapId}_${mapVersion}.l1.zip`]);
  expect(worldOf(uploads[0]![1]).elements.walls).toHaveLength(elements.walls.length + 1);
  await expect.poll(() => computer.robot.world.mapVersion).toBe('7');
});

test('a request for an unknown map or without a job id is refused and nothing is uploaded', async () => {
  const { mapId } = robot.computer.robot.world;
  expect(await requestUpload({ jobId: newId(), mapId, mapVersion: '99' })).toMatchObject({
    status: 'FAILED',
    code: 'UNKNOWN_MAP_ID',
  });
  expect(await requestUpload({ jobId: 'x', mapId, mapVersion: '1' })).toMatchObject({
    status: 'REJECTED',
    code: 'BAD_PARAMS',
    message: 'jobId',
  });
  expect(uploadedMaps()).toEqual([]);
});
