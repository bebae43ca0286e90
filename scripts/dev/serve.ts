import { readEnv } from '../../apps/server/src/app/env.ts';
import { startServer } from '../../apps/server/src/app/main.ts';
import { live } from '../start/lifetime.ts';

/** The server alone; `npm run dev` runs this under --watch, so that every saved file starts it anew. */
await live(async ({ onStop }) => {
  const server = await startServer(readEnv());
  onStop(server.stop);
});
