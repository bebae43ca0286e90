import { continueWith } from './bootstrap.js';

await continueWith('scripts/test.ts', process.argv.slice(2));
