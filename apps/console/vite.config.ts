import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { themeStyles } from './build/theme-styles.ts';

const server = process.env.SERVER_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeStyles()],
  build: {
    target: 'es2023',
    // The chunks are few and named by hash; a manifest lets the size budget find the entry without guessing.
    manifest: true,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': server,
      '/service/ws': { target: server, ws: true },
    },
  },
});
