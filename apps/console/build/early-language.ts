import type { Plugin } from 'vite';

const languages = /src\/app\/languages\/([a-z-]+)\.ts$/;

/**
 * Lets the page fetch the reader's texts in parallel with the program. The plugin writes an attribute on the tag of
 * `public/early.js`, which maps each language to its chunk.
 */
export function earlyLanguage(): Plugin {
  return {
    name: 'early-language',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).flatMap((chunk) => {
          const lang = chunk.type === 'chunk' && languages.exec(chunk.facadeModuleId ?? '')?.[1];
          return lang && lang !== 'load' && !lang.endsWith('-parts') ? [[lang, `/${chunk.fileName}`]] : [];
        });
        return html.replace(
          'src="/early.js"',
          `src="/early.js" data-texts='${JSON.stringify(Object.fromEntries(chunks))}'`,
        );
      },
    },
  };
}
