import { setTimeout as pause } from 'node:timers/promises';
import { createMediaRelay } from '../../apps/server/src/robots/video/relay/media-relay.ts';
import { eventually } from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { aPublisher, aViewer } from '../../apps/server/src/test-kit/webrtc-peers.ts';
import { processorMs } from '../measure/processor-time.ts';
import { median, type Measure } from '../measure/report.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const further = 10;
const fps = 15;
/** As an encoder that makes a key frame every two seconds. */
const keyEach = 30;
const roundMs = 6_000;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** A robot that publishes to a relay of its own, with one viewer. */
async function aWatchedRobot() {
  const relay = createMediaRelay({ host: '127.0.0.1', iceServers: [] }, quiet, () => {});
  const robot = await aPublisher((offer) => relay.publish('robot', offer, { skewMs: 0, aheadMs: 0 }));
  await eventually(robot.isConnected, 'the connection of the robot');
  let pictures = 0;
  const timer = setInterval(() => robot.send(pictures++ % keyEach === 0 ? 'KEY' : 'DELTA'), 1_000 / fps);
  const watch = async (id: string) => {
    const viewer = await aViewer((offer) => relay.subscribe('robot', id, offer));
    await eventually(() => viewer.packets.length > 0, 'the first packet');
    return viewer;
  };
  const pid = (await relay.process())!.pid!;
  const first = await watch('first');
  return {
    relay,
    watch,
    /** Per cent of a core. */
    used: async () => {
      await pause(1_000);
      const [fromMs, before] = [performance.now(), processorMs(pid)];
      await pause(roundMs);
      return (100 * (processorMs(pid) - before)) / (performance.now() - fromMs);
    },
    stop: async () => {
      clearInterval(timer);
      await first.close();
      await robot.close();
      await relay.stop();
    },
  };
}

interface Round {
  first: number;
  each: number;
}
const measureOf = (what: string, rounds: readonly Round[]): Measure => {
  const percent = (side: keyof Round) => `${median(rounds.map((it) => it[side])).toFixed(2)} %`;
  return {
    goalName: 'video',
    what,
    value: median(rounds.map(({ first, each }) => each / first)),
    unit: '×',
    goal: 0.3,
    good: 'atMost',
    detail: `${percent('each')} against ${percent('first')} of a core`,
  };
};

/** The processor time of the relay of WebRTC for each further viewer of a robot, against a robot with one viewer. */
export async function measureFurtherViewers(): Promise<Measure> {
  const { relay, watch, used, stop } = await aWatchedRobot();
  const of: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = await used();
    const others = [];
    for (let n = 0; n < further; n += 1) others.push(await watch(`${round} ${n}`));
    of.push({ first, each: ((await used()) - first) / further });
    for (const [n, viewer] of others.entries()) {
      relay.unsubscribe(`${round} ${n}`);
      await viewer.close();
    }
  }
  await stop();
  return measureOf('processor time of a further viewer over WebRTC against a robot with one', of);
}

/** The processor time of the relay for a recording, which should cost no more than one more viewer. */
export async function measureRecording(): Promise<Measure> {
  const { relay, used, stop } = await aWatchedRobot();
  const of: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = await used();
    relay.record('robot', `${round}`, { origin: null, afterMs: -1 });
    of.push({ first, each: (await used()) - first });
    relay.stopRecording(`${round}`);
  }
  await stop();
  return measureOf('processor time of the relay for a recording against a robot with one viewer', of);
}
