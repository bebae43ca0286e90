import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/**
 * Puts what the first paint needs into the page itself: `public/early.js` and the styles of the login page. Two more files would
 * be two more answers to wait for before anything is seen. The server names the script in its content policy by its hash.
 */
export function firstPaint(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'first-paint',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const early = readFileSync(join(config.publicDir, 'early.js'), 'utf8');
        const [link, href = ''] = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/.exec(html) ?? [];
        const sheet = bundle[href];
        if (!link || sheet?.type !== 'asset') throw new Error('index.html has no styles');
        return (
          html
            .replace(
              /<script src="\/early\.js"([^>]*)><\/script>/,
              (_, facts: string) => `<script${facts}>${early}</script>`,
            )
            // The link is never followed: it tells later chunks that these styles are there.
            .replace(link, () => `<style>${String(sheet.source)}</style>${link.replace('>', ' disabled>')}`)
        );
      },
    },
  };
}
