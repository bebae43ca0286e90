import { videoFramesTopic } from '@sweepline/contract';
import type { ChildProcess } from 'node:child_process';
import { openPausableSocket } from '../../apps/server/src/test-kit/streams/pausable-socket.ts';
import { firstOf } from '../fleet/members.ts';
import type { Measure } from '../measure/report.ts';
import { cameras, sessionId, type Paced } from './streams.ts';

const order: Paced = { fps: 15, ms: 15_000, camera: cameras - 1 };

/** Three viewers of a camera, one of which reads nothing: the part of the pictures that the slower of the others gets. */
export async function measureSlowViewer(
  server: ChildProcess,
  port: number,
  tokens: readonly string[],
): Promise<Measure> {
  const viewers = await Promise.all(tokens.slice(0, 3).map((token, n) => open(port, token, n)));
  const [slow, ...others] = viewers as [Viewer, ...Viewer[]];
  // The server looks up the view of a subscriber, and the owner confirms it each second.
  await new Promise((done) => setTimeout(done, 3_000));
  slow.socket.pause();
  const done = firstOf<{ sent: number }>(server);
  server.send(order);
  const { sent } = await done;
  await new Promise((settled) => setTimeout(settled, 1_000));
  const least = Math.min(...others.map(({ frames }) => frames()));
  slow.socket.resume();
  await new Promise((settled) => setTimeout(settled, 1_000));
  for (const { socket } of viewers) socket.terminate();
  return {
    goalName: 'video',
    what: 'pictures for the others while one of three viewers reads nothing',
    value: least / sent,
    unit: '×',
    goal: 0.9,
    good: 'atLeast',
    detail: `${least} of ${sent} pictures; the slow one got ${slow.frames()}`,
  };
}

type Viewer = Awaited<ReturnType<typeof open>>;
async function open(port: number, token: string, n: number) {
  const address = `ws://127.0.0.1:${port}/service/ws/${encodeURIComponent(token)}`;
  const socket = await openPausableSocket(address, { 'x-forwarded-for': `10.1.0.${n}` });
  let frames = 0;
  socket.on('message', (_, isBinary) => (frames += isBinary ? 1 : 0));
  socket.send(JSON.stringify({ subscribe: videoFramesTopic(sessionId(order.camera)) }));
  return { socket, frames: () => frames };
}
