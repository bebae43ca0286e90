import { continueWith } from './bootstrap.js';

await continueWith('scripts/run-bundled.ts', ['scripts/serve.ts', ...process.argv.slice(2)]);
