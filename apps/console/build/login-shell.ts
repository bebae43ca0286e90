import react from '@vitejs/plugin-react';
import { createServer, type Plugin, type ResolvedConfig } from 'vite';
import type * as LoginMarkup from '../src/app/pages/login-markup.tsx';
import { pageTexts } from './page-texts.ts';
import { themeStyles } from './theme-styles.ts';

/**
 * Puts the login page, pre-rendered in every language, into `index.html`. It is painted before the program is loaded, and the
 * program hydrates the same elements. `public/early.js` chooses the language.
 */
export function loginShell(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'login-shell',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const { pages, openAddresses } = await render(config.root);
        const templates = pages.map(
          ({ lang, locale, markup }) =>
            `<template data-login="${lang}" lang="${locale}">${markup}</template>`,
        );
        const [tag, program] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(html) ?? [];
        if (!tag || !program) throw new Error('index.html has no program');
        const attributes = `data-program="${program}" data-open='${JSON.stringify([...openAddresses])}'`;
        return (
          html
            .replace('<div id="root"></div>', `<div id="root"></div>${templates.join('')}`)
            .replace('src="/early.js"', `src="/early.js" ${attributes}`)
            // The program is preloaded at once. `early.js` starts it after the first paint, because parsing it takes longer.
            .replace(tag, `<link rel="modulepreload" crossorigin href="${program}">`)
        );
      },
    },
  };
}

/** Runs `src/app/pages/login-markup.tsx` in a Vite server and returns its markup and open addresses. */
async function render(root: string) {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [react(), themeStyles(), pageTexts()],
  });
  const stored = new Map<string, string>();
  // Stand-ins for the browser globals that the page reads, as on a first visit.
  const browser = {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
    location: { pathname: '/login' },
    document: { documentElement: {} },
  };
  const before = Object.getOwnPropertyDescriptors(globalThis);
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  try {
    // `ssrLoadModule` is untyped; the path names this module.
    const module = (await server.ssrLoadModule('/src/app/pages/login-markup.tsx')) as typeof LoginMarkup;
    const { loginMarkup, openAddresses } = module;
    return { pages: await loginMarkup(), openAddresses };
  } finally {
    for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
    if (before.localStorage) Object.defineProperty(globalThis, 'localStorage', before.localStorage);
    await server.close();
  }
}
