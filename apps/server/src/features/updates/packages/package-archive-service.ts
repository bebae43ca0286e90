import { maxPackageBytes, type PackageFormat } from '@sweepline/contract';
import { wrongField, type Refusal } from '../../../platform/calls/ctx.ts';
import type { FileStore, StoredFile } from '../../../platform/files/files.ts';
import {
  ArchiveFault,
  archiveSourceOf,
  type ArchiveEntry,
  type ArchiveSource,
} from '../../../platform/files/archive-source.ts';
import { tarEntries } from './tar-entries.ts';
import { zipPackageEntries } from './zip-package.ts';

/** A robot unpacks at most this many times the size of the file. */
const maxGrowth = 10;
/** Small archives of texts are packed better than that. */
const alwaysAllowedBytes = 1024 * 1024;
const maxEntries = 60_000;
/** Names are held in memory until the archive is read. */
const maxNameLength = 500;
const apkMark = 'AndroidManifest.xml';

const partsOf = (path: string) => path.split('/').filter((part) => part !== '' && part !== '.');

/** Whether a relative path stays in the folder of the archive on every system. */
function isInside(path: string): boolean {
  if (path.includes('\0') || path.includes('\\') || /^([A-Za-z]:|\/)/.test(path)) return false;
  let depth = 0;
  for (const part of partsOf(path)) {
    depth += part === '..' ? -1 : 1;
    if (depth < 0) return false;
  }
  return true;
}

/** A link may climb first and then descend. One that climbs later could climb out of the folder that another link leads to. */
function isSafeLink({ folder, path }: NonNullable<ArchiveEntry['link']>): boolean {
  const parts = partsOf(path);
  const climbs = parts.findIndex((part) => part !== '..');
  const climbsLater = climbs >= 0 && parts.slice(climbs).includes('..');
  return path !== '' && !path.startsWith('/') && !climbsLater && isInside(`${folder}${path}`);
}

/** Refuses what leaves the folder: names with `..`, names below a link, links to the outside or without a known target, devices. */
function checkEntry({ name, kind, link }: ArchiveEntry, links: Set<string>): void {
  const parts = partsOf(name);
  const isBelowLink = parts.some((_, n) => n > 0 && links.has(parts.slice(0, n).join('/')));
  const isSafe =
    name !== '' &&
    name.length <= maxNameLength &&
    isInside(name) &&
    !parts.includes('..') &&
    !isBelowLink &&
    kind !== 'DEVICE' &&
    (kind !== 'LINK' || (link !== undefined && isSafeLink(link)));
  if (!isSafe) throw new ArchiveFault('UNSAFE', name);
  if (kind === 'LINK') links.add(parts.join('/'));
}

/** Reads the names of an archive of a format. Throws an `ArchiveFault` if it is none, is unsafe or unpacks to too much. */
export async function checkArchive(source: ArchiveSource, format: PackageFormat): Promise<void> {
  const limit = Math.min(maxPackageBytes, Math.max(alwaysAllowedBytes, source.bytes * maxGrowth));
  const entries = format === 'tar.gz' ? tarEntries(source, limit) : zipPackageEntries(source, format);
  const [names, folders, links] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let bytes = 0;
  for await (const entry of entries) {
    checkEntry(entry, links);
    const path = partsOf(entry.name).join('/');
    // Programs differ in which of two entries of a name they use; a folder may be named again.
    if (names.has(path) && !(folders.has(path) && entry.isFolder))
      throw new ArchiveFault('AMBIGUOUS', entry.name);
    names.add(path);
    if (entry.isFolder) folders.add(path);
    bytes += entry.bytes;
    if (bytes > limit || names.size > maxEntries) throw new ArchiveFault('TOO_LARGE');
  }
  if (names.size === 0 || (format !== 'tar.gz' && names.has(apkMark) !== (format === 'apk')))
    throw new ArchiveFault('FORMAT');
}

const refusals: Record<ArchiveFault['fault'], (format: PackageFormat, name: string) => Refusal> = {
  FORMAT: (format) => wrongField('fileId', 'FILE_FORMAT_NOT_SUPPORTED', { format }),
  AMBIGUOUS: (format, name) =>
    wrongField('fileId', 'ARCHIVE_AMBIGUOUS', { name: name.slice(0, 100) || format }),
  UNSAFE: (_format, name) => wrongField('fileId', 'ARCHIVE_UNSAFE', { name: name.slice(0, 100) }),
  TOO_LARGE: () => wrongField('fileId', 'ARCHIVE_TOO_LARGE'),
};

/** Errors of the decompression; those of the file store pass. */
const isDamage = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** Judges a stored file by its content; its name and media type decide nothing. */
export async function checkPackageFile(
  files: FileStore,
  file: StoredFile,
  format: PackageFormat,
): Promise<void> {
  if (file.bytes > maxPackageBytes) throw refusals.TOO_LARGE(format, '');
  try {
    await checkArchive(archiveSourceOf(files, file), format);
  } catch (error) {
    if (error instanceof ArchiveFault) throw refusals[error.fault](format, error.entry);
    if (isDamage(error)) throw refusals.FORMAT(format, '');
    throw error;
  }
}
