import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Export of every bench: measures and prints its ratios and goals (`report` in report.ts). */
interface Bench {
  run: (args: readonly string[]) => Promise<void>;
}

const folder = import.meta.dirname;
const notBenches = new Set(['main']);

/** The file of each bench by name: `name.ts`, or `bench.ts` in the folder of its parts. */
const files = new Map<string, string>();
for (const file of await readdir(folder, { recursive: true })) {
  const [first = '', second] = file.split(sep);
  if (second === 'bench.ts') files.set(first, file);
  else if (second === undefined && first.endsWith('.ts') && !first.endsWith('.test.ts'))
    files.set(first.slice(0, -'.ts'.length), file);
}
for (const name of notBenches) files.delete(name);

const [name, ...args] = process.argv.slice(2);
const file = files.get(name ?? '');
if (file === undefined) {
  process.stderr.write(`Which one? npm run bench -- <${[...files.keys()].toSorted().join(' | ')}>\n`);
  process.exit(2);
}
const { run } = (await import(pathToFileURL(join(folder, file)).href)) as Bench;
await run(args);
