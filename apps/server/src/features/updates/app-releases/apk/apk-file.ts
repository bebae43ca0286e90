import type { AppCertificate, AppReleaseDetail } from '@sweepline/contract';
import type { ArchiveSource } from '../../../../platform/files/archive-source.ts';
import { readApkEntries, type ApkEntries } from './apk-entries.ts';
import { ApkFault } from './apk-fault.ts';
import { readBinaryXml } from './binary-xml.ts';
import { manifestFacts, type ManifestFacts } from './manifest-facts.ts';
import { ResourceTable, type ResourceText } from './resource-table.ts';
import { checkSignatures } from './signature-check.ts';

const maxManifestBytes = 4 * 1024 * 1024;
const maxTableBytes = 64 * 1024 * 1024;
const maxIconBytes = 2 * 1024 * 1024;
const maxLabels = 100;
const maxTextLength = 100;

/** What an apk says about itself. */
export interface ApkFacts extends Pick<ManifestFacts, 'packageId' | 'build' | 'minSdk' | 'split'> {
  version: string;
  labels: AppReleaseDetail['labels'];
  /** A PNG, WebP or JPEG; undefined for an app without a picture, such as one that is drawn. */
  icon: Buffer | undefined;
  certificates: AppCertificate[];
}

/** Pictures by their first bytes: the name of an icon tells nothing, and a drawn one is XML. */
const isPicture = (bytes: Buffer): boolean => {
  const first = bytes.toString('latin1', 0, 12);
  return (
    first.startsWith('\u0089PNG') ||
    first.startsWith('\u00ff\u00d8\u00ff') ||
    (first.startsWith('RIFF') && first.endsWith('WEBP'))
  );
};

/** The text of a value: itself, or that of the plainest resource for every language. */
function plainText(value: string | number | undefined, table: ResourceTable | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  const texts = table?.textsOf(value) ?? [];
  return (texts.find(({ config }) => config.lang === '' && !config.isNarrow) ?? texts[0])?.text ?? '';
}

/** The label of each language. Of several for one language, that without further conditions counts. */
function labelsOf(
  value: ManifestFacts['label'],
  table: ResourceTable | undefined,
): AppReleaseDetail['labels'] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [{ lang: '', label: value.slice(0, maxTextLength) }];
  const labels = new Map<string, ResourceText>();
  for (const text of table?.textsOf(value) ?? []) {
    const present = labels.get(text.config.lang);
    if (!present || (present.config.isNarrow && !text.config.isNarrow)) labels.set(text.config.lang, text);
  }
  return [...labels]
    .map(([lang, { text }]) => ({ lang, label: text.slice(0, maxTextLength) }))
    .toSorted((a, b) => a.lang.localeCompare(b.lang))
    .slice(0, maxLabels);
}

/** The icon of the highest density that is a picture. */
async function iconOf(
  id: number | undefined,
  table: ResourceTable | undefined,
  entries: ApkEntries,
): Promise<Buffer | undefined> {
  const files = id === undefined ? [] : (table?.textsOf(id) ?? []);
  for (const { text } of files.toSorted((a, b) => b.config.density - a.config.density)) {
    const bytes = await entries.read(text, maxIconBytes);
    if (bytes && isPicture(bytes)) return bytes;
  }
  return undefined;
}

const isDamage = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

async function readFacts(source: ArchiveSource): Promise<Omit<ApkFacts, 'certificates'>> {
  const entries = await readApkEntries(source);
  const manifest = await entries.read(entries.manifestName, maxManifestBytes);
  if (!manifest) throw new ApkFault('APK_UNREADABLE');
  const { label, icon, versionName, ...facts } = manifestFacts(readBinaryXml(manifest));
  const resources = await entries.read('resources.arsc', maxTableBytes);
  const table = resources && new ResourceTable(resources);
  return {
    ...facts,
    version: plainText(versionName, table).slice(0, maxTextLength) || String(facts.build),
    labels: labelsOf(label, table),
    icon: await iconOf(icon, table, entries),
  };
}

/**
 * Reads an apk. Throws an `ApkFault` for what devices do not install, and an `ArchiveFault` for what is no archive. Its bytes are
 * stored unchanged: each rewriting of the archive drops its signature.
 */
export async function readApk(source: ArchiveSource): Promise<ApkFacts> {
  try {
    const facts = await readFacts(source);
    return { ...facts, certificates: facts.split === undefined ? await checkSignatures(source) : [] };
  } catch (error) {
    // A place behind the end of a damaged part, or contents that do not unpack.
    if (error instanceof RangeError || isDamage(error)) throw new ApkFault('APK_UNREADABLE');
    throw error;
  }
}
