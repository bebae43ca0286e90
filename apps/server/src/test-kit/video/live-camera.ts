import { videoCalls, whepPath, type Call, type Output, type Sent } from '@sweepline/contract';
import { encodeFrame } from '@sweepline/contract/robot';
import { WebSocket } from 'ws';
import { eventually, type TestRobot } from '../../robots/test-kit/test-gateway.ts';
import type { Person } from '../people.ts';
import { sendOverHttp } from '../send-over-http.ts';
import { aPublisher, aViewer } from '../webrtc-peers.ts';

const noPicture = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
const pictureEveryMs = 40;
const keepOnEveryMs = 2_000;

/**
 * A camera of a connected robot that accepts every command: it sends JPEG and live video on request, with the real packets and no
 * encoder. `url` is that of the server, `jpeg` the picture; without it, it sends one that cannot be decoded.
 */
export function aLiveCamera(robot: TestRobot, url: () => string, jpeg = noPicture) {
  const closes: (() => unknown)[] = [];
  const { deviceId, sn, secret } = robot.device;
  const authorization = `Basic ${Buffer.from(`${sn}:${secret}`).toString('base64')}`;
  let isFilming = true;
  const publishers: Awaited<ReturnType<typeof aPublisher>>[] = [];
  const ok = async <C extends Call>(call: C, who: Person, input: Sent<C>): Promise<Output<C>> => {
    const { code, msg, data } = await sendOverHttp(url(), call, who, input as object);
    if (code !== 200) throw new Error(`${call.path}: ${msg}`);
    return data;
  };
  const sendEvery = (send: () => void) => {
    const timer = setInterval(() => isFilming && send(), pictureEveryMs);
    closes.push(() => clearInterval(timer));
  };

  const sendJpeg = ({ sessionId, token }: Record<string, string>) => {
    const path = `/device/v1/stream/${sessionId}?token=${token}`;
    const stream = new WebSocket(`${url().replace('http', 'ws')}${path}`, { headers: { authorization } });
    stream.on('error', () => {});
    closes.push(() => stream.terminate());
    const frame = () => encodeFrame({ sequence: 0, capturedMs: Date.now(), width: 640, height: 360 }, jpeg);
    sendEvery(() => stream.readyState === WebSocket.OPEN && stream.send(frame()));
  };
  const sendLive = async ({ sessionId, token }: Record<string, string>) => {
    const headers = { authorization, 'content-type': 'application/sdp' };
    const publisher = await aPublisher(async (body) => {
      const path = `/device/v1/whip/${sessionId}?token=${token}`;
      return await (await fetch(`${url()}${path}`, { method: 'POST', headers, body })).text();
    });
    closes.push(publisher.close);
    publishers.push(publisher);
    let requests = -1;
    sendEvery(() => {
      if (!publisher.isConnected()) return;
      const isAsked = publisher.keyFrameRequests() !== requests;
      requests = publisher.keyFrameRequests();
      publisher.send(isAsked ? 'KEY' : 'DELTA');
    });
  };
  robot.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/xCommand')) return;
    const { type, params } = JSON.parse(payload.toString()) as {
      type: string;
      params: Record<string, string>;
    };
    if (type !== 'stream.open') return;
    if (params['transport'] === 'WS_JPEG') sendJpeg(params);
    // The test may have ended.
    else sendLive(params).catch(() => {});
  });

  return {
    /** Reports its camera, after `before`, until the server knows it. */
    report: async (who: Person, before: () => Promise<void> = async () => {}) => {
      const able = { cameras: ['FRONT'], streams: ['WS_JPEG', 'WEBRTC'] };
      await eventually(async () => {
        await before();
        await robot.say('xReported', { versions: {}, sections: {}, consumables: [], ...able }, 1);
        return (await ok(videoCalls.standing, who, { deviceId })).supported;
      }, 'the camera');
    },
    /** A page that has the live video. */
    watch: async (who: Person, reason = '') => {
      const view = await ok(videoCalls.open, who, { deviceId, camera: 'FRONT', reason });
      await eventually(async () => {
        const { sessions } = await ok(videoCalls.standing, who, { deviceId });
        return sessions[0]?.sessionId === view.sessionId && sessions[0].state === 'RUNNING';
      }, 'the stream');
      const path = `${whepPath}/${view.sessionId}?viewId=${view.viewId}`;
      const headers = { authorization: who.token, 'content-type': 'application/sdp' };
      const connect = () =>
        aViewer(async (body) => {
          const answer = await fetch(`${url()}${path}`, { method: 'POST', headers, body });
          if (answer.status !== 201) throw new Error(`${path}: ${answer.status}`);
          return await answer.text();
        });
      const viewer = await connect();
      closes.push(viewer.close);
      await eventually(() => viewer.packets.length > 0, 'the live video');
      const keepOn = { viewId: view.viewId, transport: 'WEBRTC' as const };
      const timer = setInterval(() => void ok(videoCalls.keepOn, who, keepOn).catch(() => {}), keepOnEveryMs);
      closes.push(() => clearInterval(timer));
      return { ...view, viewer, reconnect: connect };
    },
    /** Sends nothing until it is called again. */
    film: (isOn: boolean) => (isFilming = isOn),
    /** Ends the live video at the robot, as a broken connection does. */
    breakLive: async () => {
      for (const publisher of publishers.splice(0)) await publisher.close();
    },
    close: async () => {
      for (const close of closes.splice(0)) await close();
    },
  };
}
