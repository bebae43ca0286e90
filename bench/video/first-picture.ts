import { videoCalls, videoFramesTopic } from '@sweepline/contract';
import type { Registered } from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { eventually } from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { cutPower, startSimulator } from '../../apps/server/src/robots/test-kit/test-simulator.ts';
import { people } from '../../apps/server/src/test-kit/people.ts';
import { quantile, type Measure } from '../measure/report.ts';
import { ask, openPage } from './person.ts';

const looks = 20;
const patienceMs = 60_000;

/** The time from the press of "Watch" to the first picture of a simulated robot, each time with a new stream. */
export async function measureFirstPicture(
  port: number,
  mqttUrl: string,
  device: Registered,
): Promise<Measure> {
  const { deviceId, sn, secret } = device;
  const target = { sn, secret, model: 'J30' as const, mqttUrl, httpUrl: `http://127.0.0.1:${port}` };
  const simulator = startSimulator(target);
  try {
    const standing = () => ask(port, videoCalls.standing, { deviceId });
    await eventually(async () => (await standing()).supported, 'the cameras', patienceMs);
    const tookMs: number[] = [];
    for (let look = 0; look < looks; look += 1) {
      tookMs.push(await lookOnce(port, deviceId));
      const ended = async () =>
        (await standing()).sessions.every(({ state }) => state === 'CLOSED' || state.endsWith('FAILED'));
      await eventually(ended, 'the end of the stream', patienceMs);
    }
    return {
      goalName: 'video',
      what: 'time to the first picture (JPEG), p95',
      value: quantile(tookMs, 0.95),
      unit: 'ms',
      goal: 1_000,
      good: 'atMost',
      detail: `p50 ${quantile(tookMs, 0.5).toFixed(0)} ms, ${looks} times`,
    };
  } finally {
    await cutPower(simulator);
  }
}

async function lookOnce(port: number, deviceId: string): Promise<number> {
  let seen = () => {};
  const picture = new Promise<void>((done) => (seen = done));
  const page = await openPage(port, people.mallAdmin, () => {}, seen);
  const fromMs = performance.now();
  const { viewId, sessionId } = await ask(port, videoCalls.open, { deviceId, camera: 'FRONT' });
  page.send(JSON.stringify({ subscribe: videoFramesTopic(sessionId) }));
  await picture;
  const tookMs = performance.now() - fromMs;
  await ask(port, videoCalls.close, { viewId });
  page.close();
  return tookMs;
}
