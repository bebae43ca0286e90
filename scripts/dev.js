import { continueWith } from './bootstrap.js';

await continueWith('scripts/dev.ts', process.argv.slice(2));
