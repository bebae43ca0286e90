import './thread-messages.ts';
import { readEnv } from '../../apps/server/src/app/env.ts';
import { startServer } from '../../apps/server/src/app/main.ts';
import { runUntilStopped } from '../start/lifetime.ts';

/** The server alone; `npm run dev` runs it under --watch, which restarts it on every saved file. */
await runUntilStopped(async ({ onStop }) => {
  const server = await startServer(readEnv());
  onStop(server.stop);
});
