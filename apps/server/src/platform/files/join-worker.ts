import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { JobReply } from '../runtime/worker-jobs.ts';

export interface JoinJob {
  parts: { path: string; sha256: string }[];
  /** The file to write; without one the content is only hashed. */
  target?: string;
}

/** The hashes of the joined content, the first part that is not as it was stored, or the code of a fault of the disk. */
export type JoinAnswer =
  | { joined: { sha256: string; md5: string; bytes: number } }
  | { part: string; fault: string }
  | { code: string };

const buffer = Buffer.allocUnsafeSlow(1024 * 1024);

function* chunksOf(path: string): Generator<Buffer> {
  const fd = openSync(path, 'r');
  try {
    for (;;) {
      const bytes = readSync(fd, buffer);
      if (bytes === 0) return;
      yield buffer.subarray(0, bytes);
    }
  } finally {
    closeSync(fd);
  }
}

function append(fd: number, chunk: Buffer): void {
  for (let at = 0; at < chunk.length;) at += writeSync(fd, chunk, at);
}

function join(parts: JoinJob['parts'], fd: number | undefined): JoinAnswer {
  const [whole, md5] = [createHash('sha256'), createHash('md5')];
  let bytes = 0;
  for (const { path, sha256 } of parts) {
    const hash = createHash('sha256');
    for (const chunk of chunksOf(path)) {
      for (const each of [hash, whole, md5]) each.update(chunk);
      if (fd !== undefined) append(fd, chunk);
      bytes += chunk.length;
    }
    if (hash.digest('hex') !== sha256) return { part: sha256, fault: 'its content does not match its hash' };
  }
  // Flushed to disk before the rename: a row must never refer to a file that a crash emptied.
  if (fd !== undefined) fsyncSync(fd);
  return { joined: { sha256: whole.digest('hex'), md5: md5.digest('hex'), bytes } };
}

function run({ parts, target }: JoinJob): JoinAnswer {
  const fd = target === undefined ? undefined : openSync(target, 'wx', 0o600);
  try {
    return join(parts, fd);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

function answer(job: JoinJob): JobReply<JoinAnswer> {
  try {
    return { answer: run(job) };
  } catch (error) {
    if (!isSystemError(error)) return { fault: String(error) };
    const missing = error.code === 'ENOENT' && job.parts.find(({ path }) => path === error.path);
    return { answer: missing ? { part: missing.sha256, fault: 'it is missing' } : { code: error.code } };
  }
}

// Not `answerJobs`, whose refusals load the contract: that is fifty megabytes for each thread. Reads and writes are synchronous,
// because this thread has nothing else to do.
parentPort?.on('message', (job: JoinJob) => parentPort?.postMessage(answer(job), []));
