import { join } from 'node:path';
import type { Plugin } from 'vite';

const source = 'src/kit/offline/page-worker.ts';
/** Its folder is its scope. The name has no hash: a browser looks for a new worker at the same address. */
const fileName = 'workOrder/worker.js';

/** Builds the service worker of the technician's page as a file that imports nothing. */
export function pageWorker(): Plugin {
  let root = '';
  return {
    name: 'page-worker',
    apply: 'build',
    configResolved: (resolved) => {
      root = resolved.root;
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(root, source), fileName });
    },
    generateBundle(_, bundle) {
      const worker = bundle[fileName];
      // Browsers run it as a classic script.
      if (worker?.type !== 'chunk' || worker.imports.length > 0 || worker.exports.length > 0)
        throw new Error('The service worker must not import or export');
    },
  };
}
