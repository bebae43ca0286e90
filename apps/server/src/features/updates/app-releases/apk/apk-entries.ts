import { buffer } from 'node:stream/consumers';
import type { ArchiveSource } from '../../../../platform/files/archive-source.ts';
import { openZipEntry } from '../../../../platform/files/zip-content.ts';
import { zipEntries, type ZipEntry } from '../../../../platform/files/zip-directory.ts';
import { ApkFault } from './apk-fault.ts';

const manifestName = 'AndroidManifest.xml';
/** An app bundle has its manifest in a module; archives of several apps have apk files. */
const isOfBundle = (name: string) =>
  /\.apk$/i.test(name) || /(^|\/)manifest\/AndroidManifest\.xml$/.test(name);

/** The entries of an apk by their names. Throws an `ApkFault` for a bundle and for another archive. */
export async function readApkEntries(source: ArchiveSource) {
  const entries = new Map<string, ZipEntry>();
  for await (const entry of zipEntries(source)) entries.set(entry.name, entry);
  if (!entries.has(manifestName))
    throw new ApkFault([...entries.keys()].some(isOfBundle) ? 'APK_BUNDLE' : 'APK_NO_MANIFEST');
  return {
    /** The content of an entry; undefined without one, or if it is larger than `maxBytes`. */
    read: async (name: string, maxBytes: number): Promise<Buffer | undefined> => {
      const entry = entries.get(name);
      if (!entry || entry.bytes > maxBytes) return undefined;
      const content = await buffer(limited(await openZipEntry(source, entry), entry.bytes));
      return content;
    },
    manifestName,
  };
}
export type ApkEntries = Awaited<ReturnType<typeof readApkEntries>>;

/** Stops content that unpacks to more than the directory says. */
async function* limited(content: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ApkFault('APK_UNREADABLE');
    yield chunk;
  }
}
