import { Readable } from 'node:stream';
import { unstorable, unstorablePlaces } from '@sweepline/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** Refuses a request of a robot whose body, query or path holds a text that cannot be stored, before any handler reads it. */
export async function refuseUnstorable({ body, query, params }: FastifyRequest): Promise<void> {
  // The part of a file is a stream of bytes.
  for (const value of [body instanceof Readable ? undefined : body, query, params]) {
    const [place] = unstorablePlaces(value, 1);
    if (place === undefined) continue;
    throw new z.ZodError([{ code: 'custom', path: place.split('.'), message: unstorable, input: undefined }]);
  }
}
