import type { Readable } from 'node:stream';
import type { ErrorName } from '@sweepline/contract';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../http/addresses.ts';
import type { BodyLimits, FlightQuota } from './body-limits.ts';
import type { LimitMetrics } from './limit-metrics.ts';

/** The limits of the body of one request. */
export interface Admission {
  maxBytes: number;
  pace: keyof BodyLimits['paces'];
  place: keyof BodyLimits['inFlight'];
  /** The account or address whose quota the body counts against. If it is known only later, `assign` sets it before the body is read. */
  owner?: string;
  tooLarge?: ErrorName;
}

/** The limits of requests that no route admitted, such as those to unknown paths. */
export const unknownRoute = { maxBytes: 64 * 1024, pace: 'small', place: 'memory' } as const;

/** The state of a body from its headers to the answer. */
export interface Flight extends Admission {
  reserved: number;
  received: number;
  /** The handler still uses the body after its connection has closed. */
  held: boolean;
  closed: boolean;
  stream?: Readable;
}

/** The owner of the body of an anonymous request. */
export const strangerOf = (request: FastifyRequest) => `address:${networkOf(request.ip)}`;

/** The length in the headers; 0 without a Content-Length. */
export const lengthOf = (request: FastifyRequest) => Number(request.headers['content-length'] ?? 0);
/** Whether the request has a body. */
export const hasBody = (request: FastifyRequest) =>
  lengthOf(request) > 0 || request.headers['transfer-encoding'] !== undefined;

/** The most bytes that may still be unread: the length in the headers, and without one any number. */
export const unreadBytesOf = (request: FastifyRequest) =>
  hasBody(request) && !request.raw.complete ? lengthOf(request) || Number.POSITIVE_INFINITY : 0;

/** Counts bytes in flight per owner and in total. A reservation that does not fit is refused as a whole. */
function createBytesInFlight({ perOwner, total }: FlightQuota, onChange: (bytes: number) => void = () => {}) {
  const byOwner = new Map<string, number>();
  let sum = 0;
  const change = (owner: string, bytes: number) => {
    sum += bytes;
    const own = (byOwner.get(owner) ?? 0) + bytes;
    if (own > 0) byOwner.set(owner, own);
    else byOwner.delete(owner);
    onChange(sum);
  };
  return {
    reserve: (owner: string, bytes: number): boolean => {
      if (sum + bytes > total || (byOwner.get(owner) ?? 0) + bytes > perOwner) return false;
      change(owner, bytes);
      return true;
    },
    release: (owner: string, bytes: number): void => change(owner, -bytes),
  };
}

export const createQuotas = (metrics: LimitMetrics, { memory, disk, robot }: BodyLimits['inFlight']) => ({
  memory: createBytesInFlight(memory, (bytes) => metrics.setInFlight('memory', bytes)),
  disk: createBytesInFlight(disk, (bytes) => metrics.setInFlight('disk', bytes)),
  robot: createBytesInFlight(robot, (bytes) => metrics.setInFlight('robot', bytes)),
});

/** A declared encoding of JSON that is not UTF-8 or its part ASCII. */
const jsonCharset = /^application\/json\b.*;\s*charset=(?!"?(?:utf-?8|us-ascii)"?\s*(?:;|$))/i;

export const isOtherJson = (request: FastifyRequest) =>
  jsonCharset.test(request.headers['content-type'] ?? '');
