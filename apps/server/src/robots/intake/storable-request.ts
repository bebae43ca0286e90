import { Readable } from 'node:stream';
import { unstorable, unstorablePlaces } from '@sweepline/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** Refuses a robot's request before any handler, if its body, query or path contains text that cannot be stored. */
export async function refuseUnstorable({ body, query, params }: FastifyRequest): Promise<void> {
  // The body of a file part is a stream of bytes.
  for (const value of [body instanceof Readable ? undefined : body, query, params]) {
    const [place] = unstorablePlaces(value, 1);
    if (place === undefined) continue;
    throw new z.ZodError([{ code: 'custom', path: place.split('.'), message: unstorable, input: undefined }]);
  }
}
