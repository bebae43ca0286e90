import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { earlyLanguage } from './build/early-language.ts';
import { loginShell } from './build/login-shell.ts';
import { themeStyles } from './build/theme-styles.ts';
import program from './package.json' with { type: 'json' };

const server = process.env.SERVER_URL ?? 'http://127.0.0.1:8080';

/** Pages that use a piece before it is loaded for all of them. */
const sharedBy = 8;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeStyles(), earlyLanguage(), loginShell(), compressed()],
  // Errors are told apart by the version they happened in.
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(program.version) },
  build: {
    target: 'es2023',
    // The chunks are few and named by hash; a manifest lets the size budget find the entry without guessing.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the login page needs, in one file beside the texts: each further one costs a round trip.
        codeSplitting: {
          groups: [
            {
              name: 'start',
              priority: 2,
              test: (id) =>
                /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next)[\\/]/.test(id) ||
                /src[\\/]features[\\/]auth[\\/](login-|floor-)/.test(id) ||
                /src[\\/]app[\\/](crash-|languages[\\/]load)/.test(id) ||
                /src[\\/]kit[\\/](base|button|chunks|empty|icons?|browser-facts|lang|logo|random|report-error|session|texts|toast(er|s))\./.test(
                  id,
                ) ||
                id.includes('/@theme/tokens.css'),
            },
            // What signing in needs, and every page after it.
            {
              name: 'calls',
              priority: 1,
              test: /packages[\\/]contract[\\/]|node_modules[\\/]zod[\\/]|src[\\/]kit[\\/](api|request)\./,
              minShareCount: sharedBy,
            },
            // A file of its own costs a kilobyte of headers: what many pages use comes in one, though no page needs all of it.
            { name: 'shared', minShareCount: sharedBy },
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
