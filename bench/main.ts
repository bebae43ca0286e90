import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Export of every bench: measures and prints its ratios and goals (`report` in report.ts). */
interface Bench {
  run: (args: readonly string[]) => Promise<void>;
}

const folder = import.meta.dirname;
const notBenches = new Set(['main']);

/** A bench is a file of this folder, or a folder with the file `bench.ts`. */
const own = 'bench.ts';
const found = await readdir(folder, { withFileTypes: true });
const files = found
  .filter(({ name: file }) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map(({ name: file }) => [file.slice(0, -'.ts'.length), file] as const)
  .filter(([name]) => !notBenches.has(name));
const folders = found
  .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, own)))
  .map((entry) => [entry.name, join(entry.name, own)] as const);
const benches = new Map([...files, ...folders].toSorted(([a], [b]) => a.localeCompare(b)));

const [name, ...args] = process.argv.slice(2);
const file = benches.get(name ?? '');
if (file === undefined) {
  process.stderr.write(`Which one? npm run bench -- <${[...benches.keys()].join(' | ')}>\n`);
  process.exit(2);
}
const { run } = (await import(pathToFileURL(join(folder, file)).href)) as Bench;
await run(args);
