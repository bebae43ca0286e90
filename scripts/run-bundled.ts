import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOf, bundles } from './bundle/bundle.ts';
import { nameSourcesInStacks } from './bundle/source-stacks.ts';

// `node scripts/run-bundled.ts <program.ts> [arguments]`: runs a program from one file instead of two thousand.
const [node = '', , name = '', ...args] = process.argv;
const program = join(import.meta.dirname, '..', name);
process.argv = [node, program, ...args];
nameSourcesInStacks(bundles);
// Where nothing can be written the sources run as they are.
const file = await bundleOf(program).catch((error: unknown) => {
  process.stderr.write(`${name} starts slower, from its sources: ${String(error)}\n`);
  return program;
});
await import(pathToFileURL(file).href);
