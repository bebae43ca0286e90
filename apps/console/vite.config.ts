import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { earlyLanguage } from './build/early-language.ts';
import { firstPaint } from './build/first-paint.ts';
import { leftOut } from './build/left-out.ts';
import { loginShell } from './build/login-shell.ts';
import { pageTexts } from './build/page-texts.ts';
import { pageWorker } from './build/page-worker.ts';
import { themeStyles } from './build/theme-styles.ts';
import program from './package.json' with { type: 'json' };

const server = process.env.SERVER_URL ?? 'http://127.0.0.1:8080';

/** Pieces of the program that use a module before it is loaded for all of them. */
const sharedBy = 20;

/** Chunks that a person looks for in the network log. */
const named = new Set(['start', 'calls', 'shell', 'shared', 'fields', 'lists', 'dialogs', 'forms', 'maps']);

/**
 * Files of their own: the service worker imports nothing, and the program waits for its texts, which would wait for it if they shared a
 * file.
 */
const alone = /src[\\/](app[\\/](main|start)\.|kit[\\/]offline[\\/]page-worker)|console[\\/]index\.html/;

/** The contract and what sends its calls. */
const inCalls =
  /packages[\\/]contract[\\/]|node_modules[\\/]zod[\\/]|src[\\/]kit[\\/]api[\\/](api|request)\./;
/** What the knowledge base shares with the console. It has no shell: people open it beside a robot. */
const inReader = /kit[\\/](format[\\/](days|format-day)|ui[\\/]skeleton)\./;
/** Shared by many pages and shown on none of them at first: maps, and what opens over a page. */
const onMaps = /src[\\/]map-view[\\/]|packages[\\/]map-core[\\/]|node_modules[\\/](rbush|quickselect)[\\/]/;
/** On few pages, and never on the first list. */
const inCharts = /src[\\/]kit[\\/]chart[\\/]/;
const inDialogs =
  /antd[\\/]es[\\/](modal|drawer|skeleton)[\\/]|@rc-component[\\/](dialog|drawer)[\\/]|kit[\\/](form[\\/](dialog|confirm-)|ui[\\/](tabs|figure))/;
const inForms =
  /antd[\\/]es[\\/](form[\\/](?!context|interface|validateMessages|hooks[\\/]useVariants)|grid)|@rc-component[\\/](form|async-validator)[\\/](?!es[\\/]FormContext)|kit[\\/]form[\\/](form-dialog|leave-guard)|shared[\\/]permissions/;
const inFields =
  /antd[\\/]es[\\/](select|input|input-number|checkbox|empty)[\\/]|@rc-component[\\/](select|virtual-list|input|input-number|mini-decimal|checkbox)[\\/]|kit[\\/]form[\\/]select-field/;
/** A list without what it opens. */
const inLists = /kit[\\/]list[\\/](?!plain-table|export|bulk)|src[\\/]shared[\\/]company-filter/;
const notOnEachPage = [onMaps, inCharts, inDialogs, inForms, inFields, inLists];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    themeStyles(),
    pageTexts(),
    earlyLanguage(),
    loginShell(),
    firstPaint(),
    leftOut(),
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
      // The console is an entry for one reason: what it imports is then tagged as `$initial`, so that one file contains all of it.
      input: ['index.html', 'src/app/console.tsx'].map((file) => join(import.meta.dirname, file)),
      output: {
        // The shell lists the files of all pages: their names would be a tenth of it.
        chunkFileNames: ({ name }) => (named.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: 'assets/[hash:7][extname]',
        // What the login page needs, in one file beside the texts: each further one costs a round trip.
        codeSplitting: {
          groups: [
            {
              name: 'start',
              priority: 7,
              test: (id) =>
                /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next)[\\/]/.test(id) ||
                /src[\\/]features[\\/]people[\\/]auth[\\/](login-|floor-)/.test(id) ||
                /src[\\/]app[\\/](pages[\\/]crash-|languages[\\/]load)/.test(id) ||
                /src[\\/]kit[\\/](?:ui|api|format)[\\/](base|button|chunks|empty|icons?|browser-facts|lang|logo|random|report-error|segments|session|texts|toast(er|s))\./.test(
                  id,
                ) ||
                id.includes('/@theme/tokens.css'),
            },
            // What signing in needs, and every page after it.
            { name: 'calls', priority: 6, tags: ['$initial'], test: inCalls },
            { name: 'reader', priority: 5.5, test: inReader },
            {
              name: 'shell',
              priority: 5,
              tags: ['$initial'],
              test: (id) => !alone.test(id),
            },
            // A file of its own costs half a kilobyte of headers: what many pages use comes in one, though no page needs all of it.
            {
              name: 'shared',
              priority: 4,
              test: (id) => !notOnEachPage.some((part) => part.test(id)),
              minShareCount: sharedBy,
            },
            // Before those that contain them: a group takes what its modules import.
            { name: 'fields', priority: 3, test: inFields, minShareCount: 4 },
            { name: 'dialogs', priority: 2, test: inDialogs, minShareCount: 4 },
            { name: 'forms', priority: 1, test: inForms, minShareCount: 4 },
            { name: 'lists', test: inLists, minShareCount: 4 },
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
