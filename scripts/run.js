// `node scripts/run.js <program.ts> [arguments]`: runs a program under the installed Node and installs it first if needed.
import { continueWith } from './bootstrap.js';

const [program, ...args] = process.argv.slice(2);
if (program) await continueWith(program, args);
