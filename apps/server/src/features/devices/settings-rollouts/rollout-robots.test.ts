import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { deviceSettingCalls, settingsProfileCalls, settingsRolloutCalls } from '@sweepline/contract';
import { afterAll, expect, test } from 'vitest';
import { newId } from '../../../platform/runtime/ids.ts';
import { announceDevice } from '../identity/credential-service.ts';
import { eventually } from '../../../robots/test-kit/test-robot.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { mallAdmin } = people;
const program = resolve(import.meta.dirname, '../../../../../robot-sim/src/main.ts');
const server = testServer();
const simulators: ChildProcess[] = [];
afterAll(async () => {
  for (const simulator of simulators) {
    const exited = once(simulator, 'exit');
    simulator.kill('SIGKILL');
    await exited;
  }
});

const settings = (id: string) => server.ok(deviceSettingCalls.detail, mallAdmin, { id });

/** Starts a simulated robot in its own process and waits for its settings. */
async function aRobot(nickname: string) {
  const { id, sn } = await server.aDevice({ sn: `T${newId().slice(-12)}`, nickname, model: 'J30' });
  announceDevice(server.bus, id);
  await eventually(() => server.gateway.live(id), 'the gateway to know the robot');
  const where = ['--url', server.gateway.mqttUrl, '--sn', sn, '--model', 'J30', '--password=secret'];
  const how = ['--light', '--speedup', '20', '--soc', '90', '--log', 'none'];
  simulators.push(
    spawn('node', [program, 'run', ...where, ...how], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  await eventually(async () => (await settings(id)).reported !== null, 'its settings', 40_000);
  return id;
}

test('settings of a simulated robot are synchronised to another, and a profile is applied to both', async () => {
  const [source, target] = await Promise.all([aRobot('Otter'), aRobot('Walrus')]);
  const { version } = await settings(source);
  await server.ok(deviceSettingCalls.update, mallAdmin, {
    id: source,
    version,
    values: { volume: 35, maxSpeed: 0.5 },
  });
  await eventually(
    async () => (await settings(source)).reported?.['volume'] === 35,
    'the source to have it',
    20_000,
  );

  const from = { deviceId: source };
  const { targets } = await server.ok(settingsRolloutCalls.preview, mallAdmin, { from, targetIds: [target] });
  expect(targets[0]).toMatchObject({ verdict: 'DIFFERENT' });
  expect(targets[0]?.differences.map(({ key }) => key)).toEqual(['maxSpeed', 'volume']);
  const { id } = await server.ok(settingsRolloutCalls.start, mallAdmin, { from, targetIds: [target] });
  const progressOf = async (rollout: string) =>
    (await server.ok(settingsRolloutCalls.detail, mallAdmin, { id: rollout })).targets.map(
      (row) => row.progress,
    );
  await eventually(async () => (await progressOf(id)).join() === 'APPLIED', 'the target to have it', 20_000);
  expect((await settings(target)).reported).toMatchObject({ volume: 35, maxSpeed: 0.5 });

  const profile = await server.ok(settingsProfileCalls.create, mallAdmin, {
    name: 'Night',
    companyId: companyIds.mall,
    model: 'J30',
    values: { volume: 5 },
  });
  const applied = await server.ok(settingsRolloutCalls.start, mallAdmin, {
    from: { profileId: profile.id },
    targetIds: [source, target],
  });
  await eventually(
    async () => (await progressOf(applied.id)).join() === 'APPLIED,APPLIED',
    'both to have the profile',
    20_000,
  );
  expect(await server.ok(settingsProfileCalls.detail, mallAdmin, { id: profile.id })).toMatchObject({
    devices: 2,
    drifted: 0,
  });
  expect(server.faults).toEqual([]);
});
