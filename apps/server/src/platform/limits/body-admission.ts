import type { Readable } from 'node:stream';
import type { ErrorName } from '@sweepline/contract';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../http/addresses.ts';
import type { BodyLimits } from './body-limits.ts';

/** What one request may send. */
export interface Admission {
  maxBytes: number;
  pace: keyof BodyLimits['paces'];
  place: keyof BodyLimits['inFlight'];
  /** Whose quota it counts against; where that is found out later, `assign` says it before the body is read. */
  owner?: string;
  tooLarge?: ErrorName;
}

/** Of requests that no route admitted, such as those to unknown addresses. */
export const unknownRoute = { maxBytes: 64 * 1024, pace: 'small', place: 'memory' } as const;

/** A body on its way, from its headers to the answer. */
export interface Flight extends Admission {
  reserved: number;
  received: number;
  /** Work goes on with the body after its connection is gone. */
  held: boolean;
  closed: boolean;
  stream?: Readable;
}

/** The owner of what a stranger sends. */
export const strangerOf = (request: FastifyRequest) => `address:${networkOf(request.ip)}`;

/** The length its headers announce; 0 where they say none. */
export const lengthOf = (request: FastifyRequest) => Number(request.headers['content-length'] ?? 0);
/** Whether anything follows the headers. */
export const hasBody = (request: FastifyRequest) =>
  lengthOf(request) > 0 || request.headers['transfer-encoding'] !== undefined;
