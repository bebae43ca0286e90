import { continueWith } from './bootstrap.js';

await continueWith('scripts/check.ts', process.argv.slice(2));
