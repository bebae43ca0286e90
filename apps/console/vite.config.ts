import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { earlyLanguage } from './build/early-language.ts';
import { themeStyles } from './build/theme-styles.ts';

const server = process.env.SERVER_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeStyles(), earlyLanguage(), compressed()],
  build: {
    target: 'es2023',
    // The chunks are few and named by hash; a manifest lets the size budget find the entry without guessing.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs, the login page too, in two files instead of a dozen: each costs a round trip.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next)[\\/]/,
            },
            {
              name: 'start',
              test: /src[\\/]kit[\\/](button|empty|icons?|lang|logo|random|session|texts|toast(er|s))\.(tsx?|css)$/,
            },
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
