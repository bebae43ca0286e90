import { defineConfig } from 'drizzle-kit';

/** Only used to write the next migration; the program applies them itself (platform/migrate.ts). */
export default defineConfig({
  dialect: 'postgresql',
  schema: './apps/server/src/**/*-table.ts',
  out: './apps/server/migrations',
  casing: 'snake_case',
});
