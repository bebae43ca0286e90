import type { WebSocket } from '@fastify/websocket';
import { frameIdBytes } from '@sweepline/contract';
import { maxFrameBytes, readFrameHeader, type StreamPace } from '@sweepline/contract/robot';
import { videoSessions } from '../../entities/remote/video-table.ts';
import {
  bytesOfId,
  framesChannel,
  streamEnded,
  streamSigns,
  streamViewers,
} from '../../features/remote/video/video-channel-service.ts';
import { BinaryContent } from '../../platform/socket/binary-content.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { correctCaptureTime } from '../video/capture-time.ts';
import type { StreamKind, StreamKindDeps } from './stream-kind.ts';
import { redeemIn } from './stream-token.ts';

/** The owner of the robot hears of frames this often. */
const signEveryMs = 1_000;
/** A connection without frames for this time is dead. */
const silentMs = 15_000;
const policyViolation = 1008;

/** The pictures of cameras (docs/protocol/video.md#frames). */
export function videoStreams({ now, bus }: StreamKindDeps): StreamKind {
  const sockets = new Map<string, WebSocket>();
  /** How far the clocks of the robots that stream to this server are behind, as their owners repeat it. */
  const skews = new Map<string, number>();
  /** Pictures a second that they were last told; the first is what the command says. */
  const paces = new Map<string, number | null>();
  const stops = [
    bus.subscribe(streamEnded, ({ content }) => sockets.get(content.sessionId)?.close()),
    bus.subscribe(streamViewers, ({ content: { sessionId, skewMs, fps } }) => {
      const socket = sockets.get(sessionId);
      if (!socket) return;
      skews.set(sessionId, skewMs);
      const last = paces.get(sessionId) ?? fps;
      paces.set(sessionId, fps);
      if (fps === null || fps === last) return;
      socket.send(JSON.stringify({ fps } satisfies StreamPace));
    }),
  ];
  return {
    redeem: (tx, attempt) => redeemIn(tx, videoSessions, attempt),
    serve: (socket, { sessionId }) => {
      sockets.set(sessionId, socket);
      const correct = (bytes: Buffer) =>
        correctCaptureTime(bytes, frameIdBytes, now().getTime(), skews.get(sessionId) ?? 0);
      forwardFrames({ bus, socket, sessionId, correct });
      socket.on('close', () => {
        sockets.delete(sessionId);
        skews.delete(sessionId);
        paces.delete(sessionId);
      });
    },
    stop: () => stops.forEach((stop) => stop()),
  };
}

interface Forwarding {
  bus: Bus;
  socket: WebSocket;
  sessionId: string;
  /** Puts the server's time into a frame behind the id of its session. */
  correct(bytes: Buffer): void;
}

/** Publishes the frames of a robot. The newest replaces older ones at slow viewers, so nothing is queued here. */
function forwardFrames({ bus, socket, sessionId, correct }: Forwarding): void {
  const channel = framesChannel(sessionId);
  const id = bytesOfId(sessionId);
  const sign = (kind: 'OPENED' | 'FRAMES' | 'CLOSED') => bus.publish(streamSigns, { sessionId, sign: kind });
  let toldMs = performance.now();
  let frameMs = toldMs;
  const watchdog = setInterval(() => {
    if (performance.now() - frameMs > silentMs) socket.terminate();
  }, silentMs).unref();
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const isFrame = isBinary && data.byteLength <= maxFrameBytes && readFrameHeader(data) !== undefined;
    if (!isFrame) return socket.close(policyViolation, 'not a frame');
    frameMs = performance.now();
    const frame = Buffer.concat([id, data]);
    correct(frame);
    bus.publish(channel, new BinaryContent(frame));
    if (frameMs - toldMs < signEveryMs) return;
    toldMs = frameMs;
    sign('FRAMES');
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearInterval(watchdog);
    sign('CLOSED');
  });
  sign('OPENED');
}
