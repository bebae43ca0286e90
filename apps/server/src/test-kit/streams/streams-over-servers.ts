import { authCalls, type Call, type Output, type Sent } from '@sweepline/contract';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';
import { connectRemoteBus } from '../../platform/cluster/remote-bus.ts';
import { createVault } from '../../platform/files/vault.ts';
import { createBus } from '../../platform/socket/bus.ts';
import { aDevice, eventually, factsheet, idleState, TestRobot } from '../../robots/test-kit/test-gateway.ts';
import { BrowserSocket } from '../browser-socket.ts';
import { installationKey, type Installation } from '../installation.ts';
import { companyIds, people, type Person } from '../people.ts';
import { sendOverHttp } from '../send-over-http.ts';
import { robotStreams } from './robot-streams.ts';

export const socketUrl = (url: string): string => url.replace('http', 'ws');

/** Robots of an installation of several servers that stream to any of them, and pages at any of them. */
export function streamsOverServers(installation: Installation) {
  const closes: (() => unknown)[] = [];
  const streams = new Map(
    installation.servers.map(({ url }) => [url, robotStreams(socketUrl(url))] as const),
  );
  const ok = async <C extends Call>(
    url: string,
    call: C,
    input: Sent<C>,
    who: Person = people.mallAdmin,
  ): Promise<Output<C>> => {
    const { code, msg, data } = await sendOverHttp(url, call, who, input as object);
    if (code !== 200) throw new Error(`${call.path}: ${msg}`);
    return data;
  };

  /** The servers read the rows of devices at their start, so they must hear of a new one. */
  const announce = async (deviceId: string) => {
    const key = createVault(installationKey).keyFor('bus');
    const member = { installation: 'sweepline', serverId: 'the server of the test', log: { warn: () => {} } };
    const remote = await connectRemoteBus({ ...member, url: installation.mqttUrl, key });
    closes.push(remote.close);
    announceDevice(
      createBus(() => {}, remote),
      deviceId,
    );
  };

  return {
    ok,
    closes,
    /** A robot of the mall that accepts every command and reports what it can do, until the servers have that. */
    aRobot: async (abilities: object, isReady: (deviceId: string) => Promise<boolean>) => {
      const device = await aDevice(installation.database.db, companyIds.mall);
      await announce(device.deviceId);
      const robot = await TestRobot.connect(installation.mqttUrl, device);
      closes.push(() => robot.leave());
      robot.client.on('message', (topic, payload) => {
        if (!topic.endsWith('/xCommand')) return;
        const { commandId } = JSON.parse(payload.toString()) as { commandId: string };
        const reply = robot.durable({ commandId, status: 'SUCCEEDED', code: '' });
        void robot.say('xReply', reply, 1).catch(() => {});
      });
      const report = { versions: {}, sections: {}, consumables: [], ...abilities };
      await eventually(async () => {
        await robot.say('connection', { connectionState: 'ONLINE' }, 1);
        await robot.say('factsheet', factsheet, 1);
        await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
        await robot.say('xReported', report, 1);
        await robot.say('state', idleState, 1);
        return await isReady(device.deviceId);
      }, 'the robot at the servers');
      const basic = Buffer.from(`${device.sn}:${device.secret}`).toString('base64');
      return {
        robot,
        device,
        authorization: `Basic ${basic}`,
        /** The parameters with which the robot was asked for a stream; of this transport, if named. */
        streamTerms: async (transport?: string) => {
          const isOpen = ({ type, params }: Record<string, unknown>) =>
            type === 'stream.open' &&
            (transport === undefined || (params as { transport: string }).transport === transport);
          const { params } = await robot.waitForMessage('xCommand', isOpen);
          return params as { sessionId: string; token: string; resumeToken: string };
        },
        /** The robot's connection of a session, at the server of this address. */
        connect: async (url: string, session: { sessionId: string; token: string }) => {
          const socket = await streams.get(url)?.connect(device.sn, session, device.secret);
          if (typeof socket !== 'object') throw new Error(`the stream was answered with ${socket}`);
          return socket;
        },
      };
    },
    /** A page at a server, with the binary messages that it received. */
    aPage: async (url: string, who: Person, topics: readonly string[]) => {
      const { ticket } = await ok(url, authCalls.socketTicket, {}, who);
      const page = new BrowserSocket(`${socketUrl(url)}/service/ws/${ticket}`);
      closes.push(() => page.socket.close());
      const frames: ArrayBuffer[] = [];
      page.socket.binaryType = 'arraybuffer';
      page.socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (data instanceof ArrayBuffer) frames.push(data);
      });
      await page.opened;
      for (const subscribe of topics) page.send({ subscribe });
      return {
        page,
        frames,
        on: (topic: string) => page.received.filter((it) => it.topic === topic).map(({ content }) => content),
      };
    },
    close: async () => {
      for (const close of closes.toReversed()) await close();
      for (const { close } of streams.values()) close();
    },
  };
}
export type StreamsOverServers = ReturnType<typeof streamsOverServers>;
