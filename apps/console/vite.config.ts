import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { earlyLanguage } from './build/early-language.ts';
import { firstPaint } from './build/first-paint.ts';
import { loginShell } from './build/login-shell.ts';
import { pageTexts } from './build/page-texts.ts';
import { pageWorker } from './build/page-worker.ts';
import { themeStyles } from './build/theme-styles.ts';
import program from './package.json' with { type: 'json' };

const server = process.env.SERVER_URL ?? 'http://127.0.0.1:8080';

/** Pieces of the program that use a module before it is loaded for all of them. */
const sharedBy = 12;

/** Chunks that a person looks for in the network log. */
const named = new Set(['start', 'calls', 'shared', 'dialogs', 'maps']);

/** Shared by many pages and shown on none of them at first: maps, and what opens over a page. */
const onMaps = /src[\\/]map-view[\\/]|packages[\\/]map-core[\\/]|node_modules[\\/](rbush|quickselect)[\\/]/;
/** On few pages, and never on the first list. */
const inCharts = /src[\\/]kit[\\/]chart[\\/]/;
const inDialogs =
  /antd[\\/]es[\\/](form[\\/](?!context|interface)|modal|drawer|skeleton|grid)|@rc-component[\\/](dialog|drawer)[\\/]|kit[\\/](form[\\/](form-dialog|confirm-dialog|leave-guard)|ui[\\/](tabs|figure))|shared[\\/]permissions/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    themeStyles(),
    pageTexts(),
    earlyLanguage(),
    loginShell(),
    firstPaint(),
    pageWorker(),
    compressed(),
  ],
  // Errors are told apart by the version they happened in.
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(program.version) },
  build: {
    target: 'es2023',
    // The chunks are few and named by hash; a manifest lets the size budget find the entry without guessing.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The shell lists the files of all pages: their names would be a tenth of it.
        chunkFileNames: ({ name }) => (named.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: 'assets/[hash:7][extname]',
        // What the login page needs, in one file beside the texts: each further one costs a round trip.
        codeSplitting: {
          groups: [
            {
              name: 'start',
              priority: 3,
              test: (id) =>
                /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next)[\\/]/.test(id) ||
                /src[\\/]features[\\/]auth[\\/](login-|floor-)/.test(id) ||
                /src[\\/]app[\\/](pages[\\/]crash-|languages[\\/]load)/.test(id) ||
                /src[\\/]kit[\\/](?:ui|api|format)[\\/](base|button|chunks|empty|icons?|browser-facts|lang|logo|random|report-error|segments|session|texts|toast(er|s))\./.test(
                  id,
                ) ||
                id.includes('/@theme/tokens.css'),
            },
            // What signing in needs, and every page after it.
            {
              name: 'calls',
              priority: 2,
              test: /packages[\\/]contract[\\/]|node_modules[\\/]zod[\\/]|src[\\/]kit[\\/]api[\\/](api|request)\./,
              minShareCount: sharedBy,
            },
            // A file of its own costs a kilobyte of headers: what many pages use comes in one, though no page needs all of it.
            {
              name: 'shared',
              priority: 1,
              test: (id) => !onMaps.test(id) && !inDialogs.test(id) && !inCharts.test(id),
              minShareCount: sharedBy,
            },
            { name: 'dialogs', test: inDialogs, minShareCount: 4 },
            { name: 'maps', test: onMaps, minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/service/ws': { target: server, ws: true },
    },
  },
});
