import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const texts = new Set(['.js', '.css', '.html', '.svg', '.json']);
/** Smaller files gain less from compression than its header costs. */
const minBytes = 1024;

/** Writes `.br` and `.gz` beside every text file of the build, so that the server does not compress at run time. */
export function compressed(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    closeBundle() {
      const folder = resolve(config.root, config.build.outDir);
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!texts.has(extname(file))) continue;
        const bytes = readFileSync(join(folder, file));
        if (bytes.length < minBytes) continue;
        const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
        writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, brotli));
        writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
