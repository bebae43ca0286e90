import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyLimits } from './body-limits.ts';

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
