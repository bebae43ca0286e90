import { continueWith, memoryFlags } from './bootstrap.js';

await continueWith('scripts/run-bundled.ts', ['scripts/serve.ts', ...process.argv.slice(2)], memoryFlags);
