import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Export of every bench: measures and prints its ratios and goals (`report` in report.ts). */
interface Bench {
  run: (args: readonly string[]) => Promise<void>;
}

const folder = import.meta.dirname;
const notBenches = new Set(['main']);

const names = (await readdir(folder))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => !notBenches.has(name));

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  process.stderr.write(`Which one? npm run bench -- <${names.join(' | ')}>\n`);
  process.exit(2);
}
const { run } = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as Bench;
await run(args);
