import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ownTestServer } from '../../test-kit/test-server.ts';
import {
  aGateway,
  anOnlineRobot,
  eventually,
  idleState,
  onOutsideBroker,
  TestRobot,
} from '../test-kit/test-gateway.ts';

const server = ownTestServer();

it('a robot known from an earlier process gets a command before its first vendor message', async () => {
  const first = await aGateway(server.db);
  const { companyId } = await server.aDevice();
  const { device, robot } = await anOnlineRobot(first, server.db, companyId);
  await robot.say('xReported', { bootId: randomUUID(), versions: { robot: '1' }, sections: {} }, 1);
  await eventually(() => first.gateway.live(device.deviceId)?.versions, 'the document of the robot');
  await robot.leave();
  await first.gateway.stop();

  const next = await aGateway(server.db);
  const reconnected = await TestRobot.connect(next.gateway.mqttUrl, device);
  await reconnected.say('connection', { connectionState: 'ONLINE' }, 1);
  await reconnected.say('state', idleState, 1);
  await eventually(
    () => next.gateway.live(device.deviceId)?.connection.state === 'ONLINE',
    'the robot to be online',
  );
  const { id } = await next.gateway.commands.sendCommand({
    deviceId: device.deviceId,
    type: 'locate',
    params: {},
    by: 'test',
  });
  const command = await reconnected.waitForMessage('xCommand');
  expect(command['commandId']).toBe(id);
  await reconnected.leave();
  await next.gateway.stop();
});

// On a common broker the gateway of the test server hears the robot too.
it.skipIf(onOutsideBroker)(
  'an outage that began before a restart of the server is stored with the time at which the robot was last heard',
  async () => {
    const first = await aGateway(server.db);
    const { companyId } = await server.aDevice();
    const { device, robot } = await anOnlineRobot(first, server.db, companyId);
    const seenAt = first.gateway.live(device.deviceId)?.connection.lastSeenAt;
    await first.gateway.stop();
    await robot.leave();

    const timing = { silenceMs: 300, tickMs: 50 };
    const next = await aGateway(server.db, { timing });
    const events = await eventually(async () => {
      const rows = await server.asOwner(
        (sql) =>
          sql`select before, after, detail, at from device_events where device_id = ${device.deviceId} and kind = 'CONNECTION' order by id`,
      );
      return rows.length > 1 && rows;
    }, 'the end of the connection');
    expect(events.at(-1)).toMatchObject({ before: 'ONLINE', after: 'OFFLINE', detail: 'BROKEN' });
    expect(new Date(events.at(-1)!['at']).getTime()).toBeGreaterThanOrEqual(Date.parse(seenAt ?? ''));
    expect(next.gateway.live(device.deviceId)?.connection).toMatchObject({
      state: 'OFFLINE',
      reason: 'BROKEN',
    });
    await next.gateway.stop();
  },
);
