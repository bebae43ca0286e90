import { announceDevice, hashSecret } from '../../features/devices/identity/credential-service.ts';
import { eventually, introduce, TestRobot } from '../../robots/test-kit/test-gateway.ts';
import type { TestServer } from '../index.ts';

/** An online robot of the mall that answers commands only as the test says. */
export async function aTransferRobot(server: TestServer) {
  const device = await server.aDevice({ secretHash: hashSecret('s') });
  announceDevice(server.bus, device.id);
  await eventually(() => server.gateway.live(device.id), 'the gateway to know the device');
  const registered = { ...device, deviceId: device.id, secret: 's' };
  const robot = await TestRobot.connect(server.gateway.mqttUrl, registered);
  await introduce({ ...server, gateway: server.gateway, pushed: [] }, robot);
  /** Sends a durable message and waits until the server has it. */
  const durable = async (topic: 'xReply' | 'xJob', body: Record<string, unknown>) => {
    const message = robot.durable(body);
    await robot.say(topic, message, 1);
    await robot.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(message.msgId));
  };
  /** Waits until the stored state of the connection is this one. */
  const untilState = (state: 'ONLINE' | 'OFFLINE') =>
    eventually(async () => {
      const [row] = await server.asOwner((sql) => sql`select state from device_live where id = ${device.id}`);
      return row?.['state'] === state;
    }, state);
  await untilState('ONLINE');
  return {
    device,
    robot,
    untilState,
    reply: (commandId: string, status: 'SUCCEEDED' | 'FAILED', code = '') =>
      durable('xReply', { commandId, status, code }),
    jobReport: (body: Record<string, unknown>) => durable('xJob', body),
    leave: () => robot.leave(),
  };
}
