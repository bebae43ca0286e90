import type { Plugin } from 'vite';

const languages = /src\/app\/languages\/([a-z-]+)\.ts$/;

/**
 * Lets the page fetch the reader's texts beside the program instead of after it: `public/early.js` reads which chunk
 * holds which language from the attribute this puts on its own tag.
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
