import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Written } from './write-bundle.ts';

const root = join(import.meta.dirname, '..', '..');
const writer = join(import.meta.dirname, 'write-bundle.ts');
export const bundles = join(root, 'node_modules', '.cache', 'bundles');
/** Bundles of one program that stay: a running server loads some of its files with their first use. */
const newestBundles = 3;
const dayMs = 86_400_000;
/** How the name of a folder begins while it is written. */
const unshared = 'new-';

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
  const startedAt = Date.now();
  mkdirSync(folder, { recursive: true });
  const target = mkdtempSync(join(folder, unshared));
  const { file, sources: own } = await written(program, target);
  const inputs = [...own, join(root, 'package-lock.json'), writer];
  // A file that was written meanwhile may be newer than what was read of it.
  const isKnown = inputs.every((source) => statSync(source).mtimeMs < startedAt);
  if (!isKnown) return join(target, file);
  const sources = Object.fromEntries(inputs.map((source) => [source, stampOf(source)]));
  // Servers that start together after an update end with one folder, and none removes that of another.
  const shared = join(folder, `${nameOf(program)}-${shortHash(JSON.stringify(sources))}`);
  share(target, shared);
  writeNewest({ file: join(shared, file), sources }, newestOf(program, folder));
  removeOld(program, folder);
  return join(shared, file);
}

/** Writes the bundle in a process of its own: the memory of the bundler would stay with the program. */
async function written(program: string, target: string): Promise<Written> {
  const { stdout } = await promisify(execFile)(process.execPath, [writer, program, target], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Written;
}

/** Gives a new folder its name, or removes it if one of that name exists. That one counts as new then. */
function share(target: string, shared: string): void {
  try {
    renameSync(target, shared);
  } catch (error) {
    if (!existsSync(shared)) throw error;
    rmSync(target, { recursive: true });
  }
  utimesSync(shared, new Date(), new Date());
}

/** In one step: another process reads the old content or the new one. */
function writeNewest(newest: Newest, path: string): void {
  const written = `${path}.${process.pid}`;
  writeFileSync(written, JSON.stringify(newest));
  renameSync(written, path);
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Other programs of the same name get another one. */
const nameOf = (program: string) => `${basename(program, '.ts')}-${shortHash(dirname(program))}`;
const newestOf = (program: string, folder: string) => join(folder, `${nameOf(program)}.json`);

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs}` : '';
}

/** Removes old bundles of a program, and folders that were never shared: of a killed build, or of sources that changed meanwhile. */
function removeOld(program: string, folder: string): void {
  const all = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, atMs: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.atMs - a.atMs);
  const ofProgram = all.filter(({ name }) => name.startsWith(`${nameOf(program)}-`));
  const neverShared = all.filter(({ name, atMs }) => name.startsWith(unshared) && Date.now() - atMs > dayMs);
  for (const { name } of [...ofProgram.slice(newestBundles), ...neverShared])
    rmSync(join(folder, name), { recursive: true, force: true });
}
