import { readEnv } from '../../apps/server/src/app/env.ts';
import { startServer } from '../../apps/server/src/app/main.ts';

/** One of several complete servers; sends its port to the parent. */
const [databaseUrl, folder, filesUrl, mqttUrl, key, authority] = process.argv.slice(2);
const outside = { DATABASE_URL: databaseUrl, FILES_URL: filesUrl, MQTT_URL: mqttUrl, INSTALLATION_KEY: key };
const identity = { DEVICE_CA_CERT: authority, DEVICE_CA_KEY: authority };
const env = {
  ...outside,
  ...identity,
  DATA_DIR: folder,
  WS_ACCEPT_SESSION_TOKEN: '1',
  PORT: '0',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
};
const { url } = await startServer(readEnv(env));
process.send?.(Number(new URL(url).port));
