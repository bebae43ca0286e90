import { Transform, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyLimits, BodyPace } from './body-limits.ts';

export interface Metering {
  maxBytes: number;
  pace: BodyPace;
  /** Receives the number of bytes so far. An error that it throws ends the body. */
  count(bytes: number): void;
  tooLarge(): Error;
  tooSlow(): Error;
}

/**
 * Passes a body through and measures it. A body above its size or below its pace ends with an error. Only the returned stream ends;
 * the connection stays open for the answer.
 */
export function meterBody(raw: Readable, metering: Metering): Readable {
  const { maxBytes, pace } = metering;
  let received = 0;
  const fail = (error: Error) => {
    raw.unpipe(meter);
    meter.destroy(error);
  };
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      try {
        if (received > maxBytes) throw metering.tooLarge();
        metering.count(chunk.length);
      } catch (error) {
        raw.unpipe(meter);
        done(error as Error);
        return;
      }
      done(null, chunk);
    },
  });

  const tickMs = Math.min(1_000, Math.max(10, pace.graceMs / 4));
  let waitedMs = 0;
  const timer = setInterval(() => {
    // Time in which the server itself does not read is not counted.
    if (meter.readableLength >= meter.readableHighWaterMark) return;
    waitedMs += tickMs;
    if (waitedMs > pace.graceMs + (received / pace.minBytesPerSecond) * 1_000) fail(metering.tooSlow());
  }, tickMs).unref();
  const stop = () => clearInterval(timer);
  // The reader may have ended before the body fails. An error event without a listener would end the process.
  meter
    .once('close', stop)
    .once('end', stop)
    .on('error', () => {});
  const broken = () => meter.destroy(Object.assign(new Error('the body broke off'), { statusCode: 400 }));
  raw.on('error', broken).once('close', () => {
    if (!raw.readableEnded) broken();
  });
  return raw.pipe(meter);
}

/**
 * Reads the rest of a body whose request was answered early, so that the connection stays usable for the next request. If the body
 * does not end soon, the connection is closed. An immediate close would reset it before the sender has read the answer.
 */
export function drainBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { maxBytes, maxMs }: BodyLimits['drain'],
): void {
  if (raw.complete !== false || raw.destroyed) return;
  if (reply.statusCode === 408) {
    // The body was too slow; its rest is not read.
    reply.header('connection', 'close');
    return;
  }
  reply.removeHeader('connection');
  const cut = () => {
    raw.pause();
    if (reply.raw.writableFinished) raw.socket.destroy();
    else reply.raw.once('finish', () => raw.socket.destroy());
  };
  const timer = setTimeout(cut, maxMs).unref();
  const stop = () => clearTimeout(timer);
  let left = maxBytes;
  // The listener is added before the answer ends, because Node then discards an unread body without any limit.
  raw
    .unpipe()
    .once('end', stop)
    .once('close', stop)
    .on('error', stop)
    .on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) cut();
    })
    .resume();
}
