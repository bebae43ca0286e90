import { readFileSync } from 'node:fs';
import { authCalls, type Call, type Output } from '@sweepline/contract';
import { connectAsync } from 'mqtt';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { aDevice, eventually, TestRobot } from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { cutPower, startSimulator } from '../../apps/server/src/robots/test-kit/test-simulator.ts';
import { BrowserSocket } from '../../apps/server/src/test-kit/browser-socket.ts';
import { companyIds, people, populate } from '../../apps/server/src/test-kit/people.ts';
import { sendOverHttp } from '../../apps/server/src/test-kit/send-over-http.ts';
import { startProxy } from '../../apps/server/src/test-kit/servers/tcp-proxy.ts';
import { startBroker, valuesOf } from './rolling.ts';
import { createServed } from './served.ts';

export const patienceMs = 120_000;

/** One server, a broker that goes on without it, and a simulated robot whose network can be cut. */
export async function createStreamsWorld({
  db,
  databaseUrl,
  folder,
}: {
  db: Db;
  databaseUrl: string;
  folder: string;
}) {
  await populate(db, () => new Date());
  const device = await aDevice(db, companyIds.mall, { nickname: 'Streams' });
  const stops: (() => unknown)[] = [];
  const broker = await startBroker();
  stops.push(broker.stop);
  const served = await createServed(await valuesOf(folder, 'first', databaseUrl, broker.url));
  stops.push(() => served.stop('SIGKILL'));
  const links = [await startProxy(broker.url), await startProxy(served.url)] as const;
  stops.push(() => links.forEach(({ stop }) => stop()));
  await served.start();
  const [mqttUrl, httpUrl] = links.map(({ url }) => url) as [string, string];
  const simulator = startSimulator({ ...device, model: 'J30', mqttUrl, httpUrl });
  stops.push(() => cutPower(simulator));

  const observer = await connectAsync(broker.url);
  stops.push(() => observer.endAsync(true));
  let isLit = false;
  observer.on('message', (_topic, payload) => {
    const { cameraLight } = JSON.parse(payload.toString()) as { cameraLight?: boolean };
    isLit = cameraLight ?? isLit;
  });
  await observer.subscribeAsync(`${TestRobot.base(device)}/xTelemetry`);

  /** The data of a call by the administrator of the robot's company. Throws a refusal. */
  const ask = async <C extends Call>(call: C, input: object): Promise<Output<C>> => {
    const { code, msg, data } = await sendOverHttp(served.url, call, people.mallAdmin, input);
    if (code !== 200) throw new Error(`${call.path}: ${msg}`);
    return data;
  };
  return {
    db,
    deviceId: device.deviceId,
    served,
    ask,
    /** Whether the light of the robot, which is on while it streams, was on when it last reported. */
    isLit: () => isLit,
    /** The network of the robot. */
    link: {
      cut: () => links.forEach(({ cut }) => cut()),
      mend: () => links.forEach(({ mend }) => mend()),
    },
    /** The process of the media relay, once it runs. */
    relayPid: () => eventually(() => relayOf(served.pid()), 'the media relay', patienceMs),
    /** The socket of a page; its binary messages are pictures. */
    openPage: async (topic: string, onPicture: () => void = () => {}) => {
      const { ticket } = await ask(authCalls.socketTicket, {});
      const page = new BrowserSocket(`${served.url.replace('http', 'ws')}/service/ws/${ticket}`);
      page.socket.binaryType = 'arraybuffer';
      page.socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (data instanceof ArrayBuffer) onPicture();
      });
      await page.opened;
      page.send({ subscribe: topic });
      return page;
    },
    stop: async () => {
      for (const stop of stops.toReversed()) await stop();
    },
  };
}
export type StreamsWorld = Awaited<ReturnType<typeof createStreamsWorld>>;

/** The relay is a child of its server. */
function relayOf(pid: number | undefined): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const found = children.find((child) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('relay-process'),
  );
  return found === undefined ? undefined : Number(found);
}
