import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/**
 * Inlines `public/early.js` and the styles of the login page into `index.html`. As separate files they would delay the first
 * paint by two requests. The server allows the script in its content security policy by its hash.
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
              (_, attributes: string) => `<script${attributes}>${early}</script>`,
            )
            // The disabled link is not fetched. Later chunks find it and do not load these styles again.
            .replace(link, () => `<style>${String(sheet.source)}</style>${link.replace('>', ' disabled>')}`)
        );
      },
    },
  };
}
