import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { baseBackup, openReplication, type BasePiece } from './base-backup.ts';
import type { BackupHead, BackupPart } from '../backup-head.ts';
import { copySnapshot } from './copy-snapshot.ts';
import { writeStream, writeWhole, hashFile, type OnBytes } from '../durable-file.ts';
import { createManifestCheck } from './manifest-check.ts';
import { createTarReader } from './tar-reader.ts';
import { openWire } from '../wire/wire-connection.ts';

export const baseFile = 'database.tar.zst';
export const manifestFile = 'database.manifest.json';
export const copyFile = 'database.copy.zst';

export interface DatabasePart {
  kind: BackupHead['kind'];
  parts: BackupPart[];
  /** The moment after which no file that the database names may be deleted. */
  at: Date;
  /** Of the database itself, before it is packed. */
  bytes: number;
}

interface Options {
  databaseUrl: string;
  folder: string;
  label: string;
  onBytes: OnBytes;
  now: () => Date;
}

/** Packs a stream and writes it. */
export const writePacked = (path: string, source: AsyncIterable<Uint8Array>, onBytes: OnBytes) =>
  pipeline(Readable.from(source), createZstdCompress(), (packed: AsyncIterable<Uint8Array>) =>
    writeStream(path, packed, onBytes),
  );

/** Writes the database: its files where PostgreSQL grants replication, else the rows of all tables. */
export async function writeDatabase(options: Options): Promise<DatabasePart> {
  const { databaseUrl } = options;
  const replication = await openReplication(databaseUrl);
  if (replication)
    return await writeBase(baseBackup(replication, options), options).finally(replication.close);
  const wire = await openWire(databaseUrl, { application_name: 'sweepline backup' });
  try {
    return await writeCopy(options, (onSnapshot) => copySnapshot(wire, onSnapshot));
  } finally {
    wire.close();
  }
}

async function writeBase(pieces: AsyncGenerator<BasePiece>, options: Options): Promise<DatabasePart> {
  const { folder, onBytes, now } = options;
  const check = createManifestCheck();
  const tar = createTarReader(check.sink);
  const manifest: Buffer[] = [];
  const at = now();
  let bytes = 0;
  const archive = async function* () {
    for await (const piece of pieces) {
      if (piece.of === 'manifest') {
        manifest.push(Buffer.from(piece.bytes));
        continue;
      }
      tar.push(piece.bytes);
      bytes += piece.bytes.length;
      yield piece.bytes;
    }
  };
  const base = await writePacked(join(folder, baseFile), archive(), onBytes);
  tar.finish();
  const text = Buffer.concat(manifest).toString();
  check.check(text);
  await writeWhole(join(folder, manifestFile), text);
  const listed = await hashFile(join(folder, manifestFile));
  return {
    kind: 'BASE',
    parts: [
      { name: baseFile, ...base },
      { name: manifestFile, ...listed },
    ],
    at,
    bytes,
  };
}

async function writeCopy(
  { folder, onBytes, now }: Options,
  open: (onSnapshot: () => void) => AsyncGenerator<Buffer>,
): Promise<DatabasePart> {
  let at = now();
  let bytes = 0;
  const rows = async function* () {
    for await (const piece of open(() => void (at = now()))) {
      bytes += piece.length;
      yield piece;
    }
  };
  const copy = await writePacked(join(folder, copyFile), rows(), onBytes);
  return { kind: 'COPY', parts: [{ name: copyFile, ...copy }], at, bytes };
}
