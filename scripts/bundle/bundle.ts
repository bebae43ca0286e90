import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
export const bundles = join(root, 'node_modules', '.cache', 'bundles');
/** Bundles of one program that stay: a running server loads some of its files with their first use. */
const newestBundles = 3;

/** What the newest bundle of a program was made from: size and time of change of each file. */
interface Newest {
  file: string;
  sources: Record<string, string>;
}

/** The file that runs `program` (an absolute path): its newest bundle in `folder`, built if a source has changed since. */
export async function bundleOf(program: string, folder = bundles): Promise<string> {
  return currentBundle(program, folder) ?? (await build(program, folder));
}

function currentBundle(program: string, folder: string): string | undefined {
  const newestFile = newestOf(program, folder);
  if (!existsSync(newestFile)) return undefined;
  const { file, sources } = JSON.parse(readFileSync(newestFile, 'utf8')) as Newest;
  const isCurrent = Object.entries(sources).every(([source, stamp]) => stampOf(source) === stamp);
  return isCurrent && existsSync(file) ? file : undefined;
}

async function build(program: string, folder: string): Promise<string> {
  const { writeBundle } = await import('./write-bundle.ts');
  const startedAt = Date.now();
  mkdirSync(folder, { recursive: true });
  const target = mkdtempSync(join(folder, `${nameOf(program)}-`));
  const { file, sources } = await writeBundle(program, target);
  const inputs = [...sources, join(root, 'package-lock.json'), join(import.meta.dirname, 'write-bundle.ts')];
  // A file that was written meanwhile may be newer than what was read of it.
  if (inputs.every((source) => statSync(source).mtimeMs < startedAt)) {
    const newest: Newest = { file, sources: Object.fromEntries(inputs.map((path) => [path, stampOf(path)])) };
    writeFileSync(join(target, 'newest.json'), JSON.stringify(newest));
    renameSync(join(target, 'newest.json'), newestOf(program, folder));
  }
  removeOld(program, folder);
  return file;
}

/** Other programs of the same name get another one. */
const nameOf = (program: string) =>
  `${basename(program, '.ts')}-${createHash('sha256').update(dirname(program)).digest('hex').slice(0, 8)}`;
const newestOf = (program: string, folder: string) => join(folder, `${nameOf(program)}.json`);

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs}` : '';
}

function removeOld(program: string, folder: string): void {
  const all = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(`${nameOf(program)}-`))
    .map(({ name }) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  for (const { path } of all.slice(newestBundles)) rmSync(path, { recursive: true, force: true });
}
