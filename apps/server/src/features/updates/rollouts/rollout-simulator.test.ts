import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { otaTaskCalls } from '@sweepline/contract';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { cutPower, startSimulator } from '../../../robots/test-kit/test-simulator.ts';
import { people } from '../../../test-kit/index.ts';
import { manifestOf, otaKeys, releaseKeys, signed, upload } from '../../../test-kit/files/signed-packages.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { announceDevice, hashSecret } from '../../devices/identity/credential-service.ts';
import { tarGzOf } from '../packages/archive-samples.ts';
import { advanceRollouts } from './engine/rollout-job.ts';

const { add, approve, records, detail } = otaTaskCalls;
const { superAdmin, staff } = people;
const server = ownTestServer({ releaseKeys }, { otaKeys });
const simulators: ChildProcess[] = [];
afterEach(async () => {
  for (const simulator of simulators.splice(0)) await cutPower(simulator);
});

/** A simulated robot of the mall, in its charger. */
async function aSimulator(httpUrl: string, ...extraArgs: string[]) {
  const device = await server.aDevice({ secretHash: hashSecret('s') });
  announceDevice(server.bus, device.id);
  const live = () => server.gateway.live(device.id);
  await eventually(live, 'the gateway to know the device');
  const target = {
    sn: device.sn,
    secret: 's',
    model: 'J30' as const,
    mqttUrl: server.gateway.mqttUrl,
    httpUrl,
  };
  simulators.push(startSimulator(target, ['--speedup', '100', ...extraArgs]));
  await eventually(() => live()?.connection.state === 'ONLINE' && live()?.versions, 'the robot', 30_000);
  return device;
}

/** A signed package with a real archive. */
async function aSignedPackage(version: string) {
  // Bytes that do not compress: an archive may unpack to ten times its size only.
  const image = { name: 'image.bin', content: randomBytes(20_000) };
  const content = tarGzOf([{ name: 'version', content: Buffer.from(version) }, image]);
  const { manifest, signature } = signed(manifestOf(content, { version }));
  const fileId = await upload(server, content);
  return await server.aPackage({ ...manifest, signature, fileId });
}

const tick = () =>
  advanceRollouts({
    db: server.db,
    bus: server.bus,
    now: server.clock,
    robots: {
      commands: server.gateway.commands,
      raiseAlarm: async (deviceId, code) => server.gateway.raiseAlarm(deviceId, code),
    },
  });

test(
  'one simulated robot installs, and one whose new software fails its test stops the task',
  { timeout: 180_000 },
  async () => {
    // The robots compare times of the server with their own clock.
    server.clock.set(new Date().toISOString());
    // Who approves has an account for more than a day.
    await server.asOwner((sql) => sql`update accounts set created_at = now() - interval '2 days'`);
    const clock = setInterval(() => server.clock.advance(100), 100);
    try {
      const httpUrl = await server.app.listen({ port: 0, host: '127.0.0.1' });
      const good = await aSimulator(httpUrl);
      const bad = await aSimulator(httpUrl, '--ota-fail', 'selftest');
      await server.aDevice({ nickname: 'waits' });
      const { id: packageId } = await aSignedPackage('9.0.0');
      await eventually(
        async () =>
          (await server.asOwner((sql) => sql`select from device_versions where part = 'robot'`)).length >= 2,
        'the versions of the robots',
        20_000,
      );
      const deadline = new Date(Date.now() + 86_400_000).toISOString();
      const stages = [{ deviceIds: [good.id, bad.id] }, { upToPct: 100 }];
      const plan = {
        name: 'Update',
        packageId,
        deadline,
        stages,
        onePerSite: false,
        minSoc: 10,
        attempts: 1,
      };
      const { id, revision } = await server.ok(add, superAdmin, { plan });
      await server.ok(approve, staff, { id, revision, approved: true });
      await eventually(
        async () => {
          await tick();
          const { list } = await server.ok(records, superAdmin, { taskId: id, stage: 0 });
          return list.every(({ endedAt }) => endedAt !== null);
        },
        'the end of both updates',
        100_000,
      );
      const { list } = await server.ok(records, superAdmin, { taskId: id });
      const outcomeOf = (deviceId: string) => list.find(({ device }) => device.id === deviceId);
      expect(outcomeOf(good.id)).toMatchObject({ state: 'SUCCESSFUL', phase: 'FINISHED' });
      expect(outcomeOf(bad.id)).toMatchObject({ state: 'FAILED', code: 'ROLLED_BACK' });
      expect(await server.ok(detail, superAdmin, { id })).toMatchObject({
        state: 'STOPPED',
        reason: 'TOO_MANY_FAILED',
        stage: 0,
        counts: { successful: 1, failed: 1, waiting: 1 },
      });
    } finally {
      clearInterval(clock);
    }
  },
);
