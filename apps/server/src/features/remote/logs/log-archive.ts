import type { LogFile } from '@sweepline/contract';
import type { Readable } from 'node:stream';
import type { DeviceLogRow } from '../../../entities/remote/device-log-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { ArchiveFault, archiveSourceOf, type ArchiveSource } from '../../../platform/files/archive-source.ts';
import { findFile, type FileStore, type StoredFile } from '../../../platform/files/files.ts';
import { openZipEntry } from '../../../platform/files/zip-content.ts';
import { zipEntries, type ZipEntry } from '../../../platform/files/zip-directory.ts';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';

/** Names are held in memory. */
const maxEntries = 5_000;
const maxNameLength = 500;

export interface LogArchive {
  source: ArchiveSource;
  entries: ZipEntry[];
}

/** The archive of a log; refused while there is none, or when it was deleted. */
export async function fileOfLog(db: Tx, { fileId }: Pick<DeviceLogRow, 'fileId'>): Promise<StoredFile> {
  if (fileId === null) throw new Refusal('noDownloadableFiles');
  return await findFile(db, fileId);
}

const isDamage = (error: unknown) =>
  error instanceof ArchiveFault ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'));

/** Answers a robot's damaged archive by its own refusal. Faults of the file store pass. */
export async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw isDamage(error) ? new Refusal('logUnreadable') : error;
  }
}

/** The files of an archive. Nothing is unpacked to a folder, so their names lead nowhere. */
export const readArchive = (files: FileStore, file: StoredFile): Promise<LogArchive> =>
  readable(
    (async () => {
      const source = archiveSourceOf(files, file);
      const entries: ZipEntry[] = [];
      for await (const entry of zipEntries(source)) {
        if (entries.length >= maxEntries || entry.name.length > maxNameLength)
          throw new ArchiveFault('TOO_LARGE', entry.name);
        if (entry.kind === 'FILE' && !entry.isFolder) entries.push(entry);
      }
      return { source, entries };
    })(),
  );

/** `logs/system.log` is of the module `system`, also when it was rotated to `system.log.1`. */
const moduleOf = (name: string) => (name.split('/').at(-1) ?? name).replace(/\.log(\.\d+)?$/, '');

export const filesOf = ({ entries }: LogArchive): LogFile[] =>
  entries.map(({ name, bytes }, index) => ({ index, name, bytes, module: moduleOf(name) }));

export const openEntry = ({ source }: LogArchive, entry: ZipEntry): Promise<Readable> =>
  openZipEntry(source, entry);

/** One file of the archive as a download. */
export async function bytesOfEntry(archive: LogArchive, index: number): Promise<BytesAnswer> {
  const entry = archive.entries[index];
  if (!entry) throw new Refusal('notFound');
  const content = await readable(openEntry(archive, entry));
  return {
    mediaType: 'text/plain',
    fileName: entry.name.split('/').at(-1) ?? entry.name,
    open: () => content,
  };
}
