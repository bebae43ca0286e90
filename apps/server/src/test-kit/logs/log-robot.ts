import { createHash } from 'node:crypto';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { eventually, introduce, TestRobot } from '../../robots/test-kit/test-gateway.ts';
import type { TestServer } from '../index.ts';

/** A connected robot that uploads logs as the protocol says. */
export async function aLogRobot(server: TestServer, nickname = 'Otter') {
  const row = await server.aDevice({ sn: `T-${newId().slice(-12)}`, nickname });
  announceDevice(server.bus, row.id);
  const { sn, companyId } = row;
  const device = { deviceId: row.id, companyId, sn, secret: 'secret', manufacturer: 'JBOT' };
  const robot = await eventually(
    () => TestRobot.connect(server.gateway.mqttUrl, { ...device, protocol: 'v3' }).catch(() => undefined),
    'a connection',
  );
  await eventually(() => server.gateway.live(row.id), 'the gateway to know the robot');
  await introduce({ gateway: server.gateway, bus: server.bus, pushed: [] }, robot);
  const durable = async (topic: 'xReply' | 'xJob', body: Record<string, unknown>) => {
    const message = robot.durable(body);
    await robot.say(topic, message, 1);
    await robot.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(message.msgId));
  };
  const headers = { authorization: `Basic ${Buffer.from(`${sn}:secret`).toString('base64')}` };
  return {
    id: row.id,
    sn,
    robot,
    /** The parameters of the nth command of a type, with its id. */
    commandOf: async (type: string, nth = 1) =>
      await eventually(() => {
        const found = robot.received.filter((it) => it.topic === 'xCommand' && it.message['type'] === type);
        const ids = [...new Map(found.map((it) => [it.message['commandId'], it.message])).values()];
        return ids[nth - 1] as { commandId: string; params: Record<string, unknown> } | undefined;
      }, `${type} ${nth}`),
    reply: (commandId: string, status = 'SUCCEEDED', more: object = {}) =>
      durable('xReply', { commandId, status, code: '', ...more }),
    job: (jobId: string, phase: string, more: object = {}) =>
      durable('xJob', { jobId, kind: 'LOG_PULL', phase, attempt: 1, ...more }),
    upload: async (jobId: string, content: Buffer): Promise<string> => {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const announced = { kind: 'LOG', name: `logs-${sn}.zip`, bytes: content.length, sha256, refId: jobId };
      const begun = await server.app.inject({
        method: 'POST',
        url: '/device/v1/uploads',
        headers,
        payload: announced,
      });
      const { uploadId, parts } = begun.json<{ uploadId: string; parts: { url: string }[] }>();
      await server.app.inject({
        method: 'PUT',
        url: parts[0]!.url,
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        payload: content,
      });
      const url = `/device/v1/uploads/${uploadId}/complete`;
      return (await server.app.inject({ method: 'POST', url, headers })).json<{ fileId: string }>().fileId;
    },
  };
}
