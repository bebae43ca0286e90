import { readEnv } from '../../apps/server/src/app/env.ts';
import { startServer } from '../../apps/server/src/app/main.ts';

/** The complete server as in production, in a separate process; sends its addresses to the parent. */
const [databaseUrl, folder] = process.argv.slice(2);
const env = {
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  PORT: '0',
  MQTT_PORT: '0',
  WS_ACCEPT_SESSION_TOKEN: '1',
  LOG_LEVEL: 'error',
};
const { url, mqttUrl } = await startServer(readEnv(env));
process.send?.({ url, mqttPort: Number(new URL(mqttUrl).port) });
