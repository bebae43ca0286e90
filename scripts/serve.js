import { continueWith } from './bootstrap.js';

await continueWith('scripts/serve.ts', process.argv.slice(2));
