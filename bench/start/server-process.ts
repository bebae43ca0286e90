import { readEnv } from '../../apps/server/src/app/env.ts';
import { startServer } from '../../apps/server/src/app/main.ts';
import { answerWeight } from '../fleet/weigh.ts';

/** The complete server as in production; sends its port to the parent as soon as it serves. */
const [databaseUrl, folder] = process.argv.slice(2);
const env = {
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  PORT: '0',
  MQTT_PORT: '0',
  WS_ACCEPT_SESSION_TOKEN: '1',
  LOG_LEVEL: 'error',
};
await startServer(readEnv({ ...env, NODE_ENV: 'production' }), {
  onListening: (url) => void process.send?.(Number(new URL(url).port)),
});
answerWeight();
