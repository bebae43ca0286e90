import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { deviceCalls, fileTransferCalls, managedFileCalls } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../robots/test-kit/test-robot.ts';
import { companyIds, people } from '../../../../test-kit/index.ts';
import { sharedTestServer } from '../../../../test-kit/test-server.ts';

/** Files to and from the simulated robot, which is a process of its own. */
const program = resolve(import.meta.dirname, '../../../../../../robot-sim/src/main.ts');
const { mallAdmin } = people;
const server = sharedTestServer();
let httpUrl: string;
let folder: string;
let robot: ChildProcess | undefined;

beforeAll(async () => {
  httpUrl = await server.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'sweepline-transfers-'));
});
afterAll(async () => {
  await kill();
  await rm(folder, { recursive: true, force: true });
});

async function kill() {
  if (!robot || robot.exitCode !== null || robot.signalCode !== null) return;
  const exited = once(robot, 'exit');
  robot.kill('SIGKILL');
  await exited;
}
const start = (sn: string, password: string) => {
  const where = ['--url', server.gateway.mqttUrl, '--http', httpUrl, '--sn', sn, '--model', 'J30'];
  const how = [`--password=${password}`, '--soc', '90', '--state', folder, '--log', 'none'];
  robot = spawn('node', [program, 'run', ...where, ...how], { stdio: ['ignore', 'ignore', 'inherit'] });
};
const done = (id: string) =>
  eventually(
    async () => {
      const transfer = await server.ok(fileTransferCalls.detail, mallAdmin, { id });
      if (transfer.state === 'FAILED') throw new Error(`the transfer failed: ${transfer.code}`);
      return transfer.state === 'DONE' && transfer;
    },
    'the end of the transfer',
    40_000,
  );

test('a robot that is killed in between gets the pushed file whole, and gives back the same bytes', async () => {
  const facts = {
    manufacturer: 'JBOT',
    model: 'J30',
    nickname: 'Otter',
    companyId: companyIds.mall,
  } as const;
  const sn = 'J30X0001';
  const { device, password } = await server.ok(deviceCalls.register, mallAdmin, { sn, ...facts });
  await eventually(() => server.gateway.live(device.id), 'the gateway to know the robot');
  start(sn, password);

  const content = randomBytes(12_000_000);
  const { id: fileId } = await server.aManagedFile({ name: 'floor.bin', content });
  const path = '/data/export/floor.bin';
  const deviceIds = [device.id];
  const push = await server.ok(fileTransferCalls.push, mallAdmin, { fileId, deviceIds, targetPath: path });
  const { id } = push.transfers[0]!;
  await eventually(
    async () => (await server.ok(fileTransferCalls.detail, mallAdmin, { id })).phase !== '',
    'the robot to have the job',
    40_000,
  );
  await kill();
  start(sn, password);
  expect(await done(id)).toMatchObject({ phase: 'FINISHED', bytesTotal: content.length });

  const pull = await server.ok(fileTransferCalls.pull, mallAdmin, { deviceIds, path });
  const pulled = await done(pull.transfers[0]!.id);
  const { url } = await server.ok(managedFileCalls.download, mallAdmin, { id: pulled.fileId! });
  expect((await server.app.inject({ url })).rawPayload.equals(content)).toBe(true);
});
