// `node scripts/run.js <program.ts> [arguments]`: any program of ours under our Node, installed first if need be.
import { continueWith } from './bootstrap.js';

const [program, ...args] = process.argv.slice(2);
if (program) await continueWith(program, args);
