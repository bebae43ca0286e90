import { frameIdBytes } from '@sweepline/contract';
import { frameHeaderBytes, readFrameHeader, type FrameHeader } from '@sweepline/contract/robot';
import { bytesIn } from '../../platform/socket/binary-content.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { framesChannel } from './video-channel-service.ts';

/** The next picture of a stream, also of one that the robot sends to another server; undefined if none comes in time. */
export const nextFrame = (
  bus: Bus,
  sessionId: string,
  withinMs: number,
): Promise<{ header: FrameHeader; jpeg: Buffer } | undefined> =>
  new Promise((done) => {
    const finish = (frame: { header: FrameHeader; jpeg: Buffer } | undefined) => {
      stop();
      clearTimeout(timer);
      done(frame);
    };
    const stop = bus.subscribe(framesChannel(sessionId), ({ content }) => {
      const frame = bytesIn(content)?.subarray(frameIdBytes);
      const header = frame && readFrameHeader(frame);
      if (header) finish({ header, jpeg: frame.subarray(frameHeaderBytes) });
    });
    const timer = setTimeout(() => finish(undefined), withinMs);
  });
