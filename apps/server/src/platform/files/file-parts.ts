import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Refusal } from '../calls/ctx.ts';
import type { Content, FileStore } from './files.ts';

/**
 * Stores a body as parts while it arrives, and calls `onPart` after each. What arrived before the body broke off becomes a part
 * too, so a sender continues there; then the error of the body is thrown. More than `limit` bytes are refused with `fileTooLarge`
 * after the bytes within the limit are stored.
 */
export async function storeParts(
  files: Pick<FileStore, 'put'>,
  body: Readable,
  { limit, partBytes }: { limit: number; partBytes: number },
  onPart: (part: Content) => Promise<void>,
): Promise<void> {
  const source = chunksOf(body);
  let left = limit;
  while (await source.hasMore()) {
    if (left === 0) throw new Refusal('fileTooLarge');
    const size = Math.min(left, partBytes);
    const part = await files.put(Readable.from(source.take(size), { objectMode: false }), size);
    left -= part.bytes;
    await onPart(part);
  }
  const fault = source.fault();
  if (fault) throw fault.error;
}

/** The chunks of a body. It ends where the body breaks off; `fault` is then the error. */
function chunksOf(body: Readable) {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let rest: Buffer | undefined;
  let ended = false;
  let fault: { error: unknown } | undefined;
  const next = async (): Promise<Buffer | undefined> => {
    const remainder = rest;
    rest = undefined;
    if (remainder ?? ended) return remainder;
    try {
      const { value } = await chunks.next();
      ended = value === undefined;
      return value;
    } catch (error) {
      ended = true;
      fault = { error };
      return undefined;
    }
  };
  return {
    hasMore: async () => (rest = await next()) !== undefined,
    /** At most `bytes` bytes; a chunk that reaches further is divided. */
    async *take(bytes: number) {
      let left = bytes;
      while (left > 0) {
        const chunk = await next();
        if (!chunk) return;
        if (chunk.length > left) rest = chunk.subarray(left);
        yield chunk.subarray(0, left);
        left -= Math.min(left, chunk.length);
      }
    },
    fault: () => fault,
  };
}

/** Joins stored parts to one content and compares each with its hash. `md5` is for display only. */
export async function joinParts(
  files: Pick<FileStore, 'put' | 'open' | 'join'>,
  hashes: readonly string[],
): Promise<Content & { md5: string }> {
  if (files.join) return await files.join(hashes);
  const md5 = createHash('md5');
  const [only] = hashes;
  const bytes = hashes.length === 1 && only ? await hashed(files.open(only), md5) : undefined;
  // A single part is stored already.
  const content =
    only && bytes !== undefined
      ? { sha256: only, bytes }
      : await files.put(Readable.from(bytesOf(files, hashes, md5), { objectMode: false }));
  return { ...content, md5: md5.digest('hex') };
}

async function* bytesOf(files: Pick<FileStore, 'open'>, hashes: readonly string[], md5: Hash) {
  for (const sha256 of hashes)
    for await (const chunk of files.open(sha256) as AsyncIterable<Buffer>) {
      md5.update(chunk);
      yield chunk;
    }
}

async function hashed(content: Readable, md5: Hash): Promise<number> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    md5.update(chunk);
    bytes += chunk.length;
  }
  return bytes;
}
