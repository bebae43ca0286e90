import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/** The result of a `bytes` call. */
export interface BytesAnswer {
  mediaType: string;
  /** The suggested name for saving. */
  fileName?: string;
  /** With length and tag, ranges work: the content of a tag never changes. */
  length?: number;
  tag?: string;
  /**
   * Whether the browser may keep the content for a year: only of an address that needs a session and names the content. What a
   * browser keeps outlives a token, a right and a deletion.
   */
  isKept?: boolean;
  /** Rejects if the content is missing or damaged; called before anything is sent. */
  check?: () => Promise<void>;
  open(range?: { start: number; end: number }): Readable;
}

/** A name that fits into a header: half letters and control characters have no form there. */
const plainName = (name: string) => name.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');

/** Sends the bytes: all of them, one range, or status 304 if the browser has them already. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: BytesAnswer,
): Promise<FastifyReply> {
  await answer.check?.();
  // Stored files are never pages: a picture with a script inside must not run on this origin.
  reply.header('content-security-policy', "default-src 'none'; sandbox").type(answer.mediaType);
  if (answer.fileName) {
    reply.header('content-disposition', contentDisposition(plainName(answer.fileName)));
  }
  const { length, tag } = answer;
  if (answer.isKept) reply.header('cache-control', 'private, max-age=31536000, immutable');
  if (length === undefined || tag === undefined) return reply.send(answer.open());

  reply.header('etag', `"${tag}"`).header('accept-ranges', 'bytes');
  if (request.headers['if-none-match'] === `"${tag}"`) return reply.code(304).send();
  const range = rangeOf(request.headers.range, length);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${length}`).send();
  if (!range) return reply.header('content-length', length).send(answer.open());
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${length}`)
    .header('content-length', range.end - range.start + 1)
    .send(answer.open(range));
}

/** One range (RFC 9110, section 14.1.2); several ranges or an invalid header count as no range. */
function rangeOf(
  header: string | undefined,
  length: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
