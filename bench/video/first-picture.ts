import { videoCalls, videoFramesTopic, whepPath, type OpenedView } from '@sweepline/contract';
import type { Registered } from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { eventually } from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { cutPower, startSimulator } from '../../apps/server/src/robots/test-kit/test-simulator.ts';
import { people } from '../../apps/server/src/test-kit/people.ts';
import { aViewer } from '../../apps/server/src/test-kit/webrtc-peers.ts';
import { quantile, type Measure } from '../measure/report.ts';
import { ask, openPage } from './person.ts';

const looks = 20;
const patienceMs = 60_000;

/** The time from the press of "Watch" to the first picture of a simulated robot, each time with a new stream. */
export async function measureFirstPicture(
  port: number,
  mqttUrl: string,
  device: Registered,
): Promise<Measure[]> {
  const { deviceId, sn, secret } = device;
  const target = { sn, secret, model: 'J30' as const, mqttUrl, httpUrl: `http://127.0.0.1:${port}` };
  const simulator = startSimulator(target);
  try {
    const standing = () => ask(port, videoCalls.standing, { deviceId });
    await eventually(async () => (await standing()).supported, 'the cameras', patienceMs);
    const took: Record<keyof Look, number[]> = { jpeg: [], webrtc: [] };
    for (let look = 0; look < looks; look += 1) {
      const { jpeg, webrtc } = await lookOnce(port, deviceId);
      took.jpeg.push(jpeg);
      // The encoder of the simulator is optional.
      if (webrtc !== null) took.webrtc.push(webrtc);
      const ended = async () =>
        (await standing()).sessions.every(({ state }) => state === 'CLOSED' || state.endsWith('FAILED'));
      await eventually(ended, 'the end of the stream', patienceMs);
    }
    const all = [measureOf('JPEG', took.jpeg, 1_000), measureOf('WebRTC', took.webrtc, 2_500)];
    return all.filter(({ value }) => Number.isFinite(value));
  } finally {
    await cutPower(simulator);
  }
}

const measureOf = (transport: string, tookMs: readonly number[], goal: number): Measure => ({
  goalName: 'video',
  what: `time to the first picture (${transport}), p95`,
  value: quantile(tookMs, 0.95) ?? Number.NaN,
  unit: 'ms',
  goal,
  good: 'atMost',
  detail: `p50 ${quantile(tookMs, 0.5)?.toFixed(0)} ms, ${tookMs.length} times`,
});

interface Look {
  jpeg: number;
  webrtc: number | null;
}

/** Both count from the press; as a page does, it asks for WebRTC when the first picture is there. */
async function lookOnce(port: number, deviceId: string): Promise<Look> {
  let seen = () => {};
  const picture = new Promise<void>((done) => (seen = done));
  const page = await openPage(port, people.mallAdmin, () => {}, seen);
  const fromMs = performance.now();
  const sinceMs = () => performance.now() - fromMs;
  const view = await ask(port, videoCalls.open, { deviceId, camera: 'FRONT' });
  page.send(JSON.stringify({ subscribe: videoFramesTopic(view.sessionId) }));
  await picture;
  const jpeg = sinceMs();
  const webrtc = view.webrtc && (await firstPacket(port, view).then(sinceMs));
  await ask(port, videoCalls.close, { viewId: view.viewId });
  page.close();
  return { jpeg, webrtc };
}

/** Resolves with the first packet, which begins a key frame. */
async function firstPacket(port: number, { sessionId, viewId }: OpenedView): Promise<void> {
  const address = `http://127.0.0.1:${port}${whepPath}/${sessionId}?viewId=${viewId}`;
  const headers = { authorization: people.mallAdmin.token, 'content-type': 'application/sdp' };
  const viewer = await aViewer(async (body) => {
    const answer = await fetch(address, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`WHEP answered ${answer.status}: ${await answer.text()}`);
    return await answer.text();
  });
  await eventually(() => viewer.packets.length > 0, 'the first packet', patienceMs);
  await viewer.close();
}
