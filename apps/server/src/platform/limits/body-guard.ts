import type { ErrorName } from '@sweepline/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createQuotas,
  hasBody,
  isOtherJson,
  lengthOf,
  strangerOf,
  unknownRoute,
  unreadBytesOf,
  type Admission,
  type Flight,
} from './body-admission.ts';
import { bodyLimits, type BodyLimits } from './body-limits.ts';
import { drainBody, meterBody } from './body-stream.ts';
import type { LimitMetrics, LimitName } from './limit-metrics.ts';
import { RequestRefusal } from '../http/request-refusal.ts';

/** Limits the bodies of requests: size, pace and bytes in flight. All listeners of the process share one guard. */
export function createBodyGuard(metrics: LimitMetrics, limits: BodyLimits = bodyLimits) {
  const flights = new WeakMap<object, Flight>();
  const quotas = createQuotas(metrics, limits.inFlight);
  const refusal = (limit: LimitName, reason: ErrorName, status: number) => {
    metrics.refused(limit);
    return new RequestRefusal(reason, status);
  };
  const tooLarge = ({ tooLarge: reason = 'requestTooLarge' }: Admission) => refusal('bodyBytes', reason, 413);
  const reserve = (flight: Flight, bytes: number) => {
    if (flight.owner === undefined) return;
    if (!quotas[flight.place].reserve(flight.owner, bytes))
      throw refusal('bytesInFlight', 'uploadsBusy', 429);
    flight.reserved += bytes;
  };
  const release = (flight: Flight) => {
    if (flight.owner === undefined) return;
    quotas[flight.place].release(flight.owner, flight.reserved);
    flight.reserved = 0;
  };

  /** Decides by the headers alone, before the body is read. Throws the refusal. */
  const admit = (request: FastifyRequest, admission: Admission): void => {
    if (!hasBody(request)) return;
    const flight: Flight = { ...admission, reserved: 0, received: 0, held: false, closed: false };
    // Compressed bodies are refused: a small one could decompress to a huge one.
    if (!['', 'identity'].includes(request.headers['content-encoding'] ?? ''))
      throw refusal('bodyEncoding', 'fileFormat', 415);
    // JSON is read as UTF-8 whatever it says, so that another encoding would become other texts.
    if (isOtherJson(request)) throw refusal('bodyEncoding', 'notUtf8', 415);
    if (lengthOf(request) > admission.maxBytes) throw tooLarge(admission);
    reserve(flight, lengthOf(request));
    flights.set(request.raw, flight);
  };

  const meter = (request: FastifyRequest, flight: Flight) =>
    meterBody(request.raw, {
      maxBytes: flight.maxBytes,
      pace: limits.paces[flight.pace],
      count: (bytes) => {
        flight.received += bytes;
        if (flight.received > flight.reserved) reserve(flight, flight.received - flight.reserved);
      },
      tooLarge: () => tooLarge(flight),
      tooSlow: () => refusal('bodyPace', 'requestTooSlow', 408),
    });

  const close = (flight: Flight | undefined) => {
    if (!flight) return;
    flight.closed = true;
    // Ends a reader that waits for the rest.
    flight.stream?.destroy(new RequestRefusal('invalid', 400));
    if (!flight.held) release(flight);
  };

  return {
    admit,
    assign: (request: FastifyRequest, owner: string): void => {
      const flight = flights.get(request.raw);
      if (!flight) return;
      flight.owner = owner;
      reserve(flight, Math.max(lengthOf(request), flight.received));
    },
    /** Keeps the reservation until `work` ends, even if the connection closes earlier. */
    hold: async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
      const flight = flights.get(request.raw);
      if (!flight) return await work();
      flight.held = true;
      try {
        return await work();
      } finally {
        flight.held = false;
        if (flight.closed) release(flight);
      }
    },
    /** Whether a refused body is larger than what `drainBody` reads. */
    isTooLongToDrain: (request: FastifyRequest): boolean => unreadBytesOf(request) > limits.drain.maxBytes,
    /** Measures every body of this listener and drains bodies that were not read to their end. */
    register: (app: FastifyInstance): void => {
      app.addHook('preParsing', async (request, reply, payload) => {
        if (!hasBody(request) || ['GET', 'HEAD'].includes(request.method)) return payload;
        if (!flights.has(request.raw)) admit(request, { ...unknownRoute, owner: strangerOf(request) });
        const flight = flights.get(request.raw)!;
        // The connection may have closed while the session was read; then no event would follow.
        if (request.raw.destroyed || reply.raw.destroyed) {
          close(flight);
          throw new RequestRefusal('invalid', 400);
        }
        reply.raw.once('close', () => close(flight));
        flight.stream = meter(request, flight);
        return flight.stream;
      });
      app.addHook('onSend', async (request, reply) => drainBody(request, reply, limits.drain));
      app.addHook('onResponse', async (request, reply) => {
        // An injected request has no connection that closes.
        if (reply.raw.writableFinished) close(flights.get(request.raw));
      });
    },
  };
}
export type BodyGuard = ReturnType<typeof createBodyGuard>;
