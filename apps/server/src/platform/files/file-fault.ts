import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';

/** A stored file is missing or its bytes are not those that were stored. */
export class FileFault extends Error {
  readonly sha256: string;
  constructor(sha256: string, fault: string) {
    super(`stored file ${sha256}: ${fault}`);
    this.sha256 = sha256;
  }
}

/**
 * Passes stored content through and compares it with its hash. The last chunk is sent only after the comparison, so that a
 * receiver never gets damaged content as complete.
 */
export function verified(content: Readable, sha256: string): Readable {
  const hash = createHash('sha256');
  let last: Buffer | undefined;
  const verifier = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      const ready = last;
      last = chunk;
      done(null, ready);
    },
    flush(done) {
      if (hash.digest('hex') === sha256) done(null, last);
      else done(new FileFault(sha256, 'its content does not match its hash'));
    },
  });
  content.on('error', (error: NodeJS.ErrnoException) =>
    verifier.destroy(error.code === 'ENOENT' ? new FileFault(sha256, 'it is missing') : error),
  );
  return content.pipe(verifier).on('close', () => content.destroy());
}
