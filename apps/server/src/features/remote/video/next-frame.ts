import { frameIdBytes } from '@sweepline/contract';
import { frameHeaderBytes, readFrameHeader, type FrameHeader } from '@sweepline/contract/robot';
import { bytesIn } from '../../../platform/socket/binary-content.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { framesChannel, streamEnded } from './video-channel-service.ts';

/** The next picture of a stream, also of one that the robot sends to another server; undefined if it ends or none comes in time. */
export const nextFrame = (
  bus: Bus,
  sessionId: string,
  withinMs: number,
): Promise<{ header: FrameHeader; jpeg: Buffer } | undefined> =>
  new Promise((done) => {
    const finish = (frame: { header: FrameHeader; jpeg: Buffer } | undefined) => {
      for (const stop of stops) stop();
      clearTimeout(timer);
      done(frame);
    };
    const stops = [
      bus.subscribe(framesChannel(sessionId), ({ content }) => {
        const frame = bytesIn(content)?.subarray(frameIdBytes);
        const header = frame && readFrameHeader(frame);
        if (header) finish({ header, jpeg: frame.subarray(frameHeaderBytes) });
      }),
      bus.subscribe(streamEnded, ({ content }) => {
        if (content.sessionId === sessionId) finish(undefined);
      }),
    ];
    const timer = setTimeout(() => finish(undefined), withinMs);
  });
