import { authCalls, type DriveFrame } from '@sweepline/contract';
import { announceDevice, hashSecret } from '../../features/devices/identity/credential-service.ts';
import { eventually, idleState, TestRobot } from '../../robots/test-kit/test-gateway.ts';
import type { Person, TestServer } from '../index.ts';

/** A robot of the mall that is online and accepts every command; `answers` overrides its reply by command type. */
export async function aDrivableRobot(server: TestServer, overrides: { sn: string; model?: 'J30' | 'PLAIN' }) {
  const row = await server.aDevice({ ...overrides, nickname: 'Otter', secretHash: hashSecret('secret') });
  announceDevice(server.bus, row.id);
  const device = {
    deviceId: row.id,
    companyId: row.companyId,
    sn: row.sn,
    secret: 'secret',
    manufacturer: 'JBOT',
    protocol: 'v3' as const,
  };
  const robot = await eventually(
    () => TestRobot.connect(server.gateway.mqttUrl, device).catch(() => undefined),
    'a connection',
  );
  await eventually(() => server.gateway.live(row.id), 'the gateway to know the robot');
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  // With QoS 1, as the state: without, a busy broker lets the state overtake it, and the first command is refused.
  await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
  await robot.say('state', idleState, 1);
  await eventually(() => {
    const live = server.gateway.live(row.id);
    return live?.battery && live.tanks;
  }, 'the robot’s telemetry and state');
  const answers: Record<string, object> = {};
  robot.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/xCommand')) return;
    const { commandId, type } = JSON.parse(payload.toString()) as { commandId: string; type: string };
    const body = { commandId, status: 'SUCCEEDED', code: '', ...answers[type] };
    // The test may have ended and the robot disconnected.
    robot.say('xReply', robot.durable(body), 1).catch(() => {});
  });
  const of = (topic: string) =>
    robot.received.filter((entry) => entry.topic === topic).map(({ message }) => message);
  return {
    id: row.id,
    robot,
    answers,
    /** The commands of a type that reached the robot. */
    told: (type: string) => of('xCommand').filter((message) => message['type'] === type),
    frames: () => of('xDrive'),
    leave: () => robot.leave(),
  };
}

/** A page's socket: its received messages, and a sender of drive frames. */
export async function aSocket(server: TestServer, address: string, who: Person) {
  const { ticket } = await server.ok(authCalls.socketTicket, who, {});
  const socket = new WebSocket(`${address}/service/ws/${ticket}`);
  const frames: { topic: string; content: Record<string, unknown> }[] = [];
  const binaries: ArrayBuffer[] = [];
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) binaries.push(data);
    else frames.push(JSON.parse(String(data)) as (typeof frames)[0]);
  });
  await new Promise((open) => socket.addEventListener('open', open));
  let seq = 0;
  return {
    socket,
    frames,
    /** The binary messages: frames of cameras. */
    binaries,
    say: (request: object) => socket.send(JSON.stringify(request)),
    on: (topic: string) => frames.filter((frame) => frame.topic === topic).map(({ content }) => content),
    drive: (session: string, more: Partial<DriveFrame> = {}) =>
      socket.send(
        JSON.stringify({
          drive: { session, seq: seq++, at: server.clock().getTime(), deadman: true, v: 0.3, w: 0, ...more },
        }),
      ),
    close: () => socket.close(),
  };
}
