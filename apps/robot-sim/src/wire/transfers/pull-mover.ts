import { mkdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { zipOf, type Packing } from '@sweepline/map-core';
import type { LogPullParams } from '@sweepline/contract/robot';
import type { Disk } from '../connection/disk.ts';
import { ApiFailure, type PartUploads } from '../connection/uploads.ts';
import { hashOf } from '../jobs/package-check.ts';
import { logRoot } from '../logs/log-line.ts';
import type { RobotLog } from '../logs/robot-log.ts';
import type { Mover } from './mover.ts';
import type { TransferRecord } from './transfer-record.ts';

const packing: Packing = {
  deflateRaw: (bytes) => deflateRawSync(bytes),
  inflateRaw: (bytes, most) => inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) }),
  crc32,
};
const uploadKinds = { LOG_PULL: 'LOG', FILE_PULL: 'FILE' } as const;
const maxNameLength = 200;

/** The name of a file in the archive: its path below the log folder, or the whole path. */
const entryName = (path: string) =>
  path.startsWith(`${logRoot}/`) ? path.slice(logRoot.length + 1) : path.slice(1);

function logsOf(log: RobotLog, { paths, range }: LogPullParams): Map<string, Uint8Array> {
  if (range) {
    const lines = log.linesOf(Date.parse(range.from), Date.parse(range.to), range.modules);
    return new Map([...lines].map(([module, text]) => [`${module}.log`, Buffer.from(text)]));
  }
  const files = (paths ?? []).flatMap((path) => log.list(path));
  return new Map(files.map(({ path }) => [entryName(path), log.files.read(path)]));
}

async function partOf(path: string, from: number, most: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const part = Buffer.alloc(Math.min(most, (await handle.stat()).size - from));
    await handle.read(part, 0, part.byteLength, from);
    return part;
  } finally {
    await handle.close();
  }
}

/** Uploads what the server asked for: logs in an archive, or one file. */
export function pullMover(disk: Disk, log: RobotLog, uploads: PartUploads | undefined): Mover {
  const placeOf = ({ params }: TransferRecord) => join(disk.folder(), 'jobs', `${params.jobId}.up`);

  /** A copy, because a log grows while it is sent. Returns the name, or undefined if there is nothing. */
  const snapshot = async (record: TransferRecord): Promise<string | undefined> => {
    const place = placeOf(record);
    mkdirSync(dirname(place), { recursive: true });
    if (record.kind === 'LOG_PULL') {
      const files = logsOf(log, record.params);
      if (files.size === 0) return undefined;
      await writeFile(place, zipOf(files, packing));
      return 'logs.zip';
    }
    if (record.kind !== 'FILE_PULL' || !log.files.isFile(record.params.path)) return undefined;
    await copyFile(log.files.at(record.params.path), place);
    return record.params.path.split('/').at(-1)?.slice(0, maxNameLength);
  };

  const begin = async (record: TransferRecord, { begin }: PartUploads) => {
    if (record.kind === 'FILE_PUSH' || !record.packed) throw new Error('nothing to upload');
    const { name, sha256 } = record.packed;
    const about = { kind: uploadKinds[record.kind], name, sha256, bytes: record.bytesTotal };
    return { ...(await begin({ ...about, refId: record.params.jobId })), done: [] };
  };

  /** An upload that expired, or that the server does not know any more, begins again. */
  const dropIfGone = (record: TransferRecord, error: unknown) => {
    if (!(error instanceof ApiFailure) || ![404, 410].includes(error.status)) return;
    delete record.upload;
    record.bytesDone = 0;
  };

  return {
    failure: 'UPLOAD',
    prepare: async (record) => {
      const name = await snapshot(record);
      const { size } = statSync(placeOf(record), { throwIfNoEntry: false }) ?? { size: 0 };
      if (name === undefined || size === 0) return 'NO_FILES';
      record.bytesTotal = size;
      record.packed = { name, sha256: await hashOf(placeOf(record)) };
      return undefined;
    },
    move: async (record) => {
      if (!uploads) throw new Error('no server to ask');
      try {
        record.upload ??= await begin(record, uploads);
        const { parts, done, partSize } = record.upload;
        const next = parts.find(({ n }) => done.every((part) => part.n !== n));
        if (!next) return true;
        const bytes = await partOf(placeOf(record), (next.n - 1) * partSize, partSize);
        done.push({ n: next.n, etag: await uploads.put(next.url, bytes) });
        record.bytesDone = Math.min(record.bytesTotal, record.bytesDone + bytes.byteLength);
        return done.length === parts.length;
      } catch (error) {
        dropIfGone(record, error);
        throw error;
      }
    },
    verify: async (record) => {
      if (!uploads || !record.upload) throw new Error('no upload');
      const { uploadId, done } = record.upload;
      try {
        record.fileId = (await uploads.complete(uploadId, done)).fileId;
        return undefined;
      } catch (error) {
        // The server has other bytes than those that were announced.
        if (error instanceof ApiFailure && error.status === 422) return 'HASH';
        throw error;
      }
    },
    clean: (record) => rmSync(placeOf(record), { force: true }),
  };
}
