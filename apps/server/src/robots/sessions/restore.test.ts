import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { testServer } from '../../test-kit/test-server.ts';
import { aGateway, anOnlineRobot, eventually, idleState, TestRobot } from '../test-kit/test-gateway.ts';

const server = testServer();

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
