import { continueWith } from './bootstrap.js';

await continueWith('scripts/start.ts', process.argv.slice(2));
