import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyLimits } from './body-limits.ts';

/**
 * Reads on while an answer goes out before its body has arrived, so that the next request on this connection finds its beginning.
 * A body that does not end soon costs the connection; closing at once would reset it before the sender has read the answer.
 */
export function drainBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { maxBytes, maxMs }: BodyLimits['drain'],
): void {
  if (raw.complete !== false || raw.destroyed) return;
  if (reply.statusCode === 408) {
    // It was too slow already.
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
  // Listening before the answer ends matters: Node discards an unread body by itself then, without any bound.
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
