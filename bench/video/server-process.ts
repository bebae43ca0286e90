import { readEnv } from '../../apps/server/src/app/env.ts';
import { startServer } from '../../apps/server/src/app/main.ts';

/** A whole server with its own broker; sends its port to the parent. */
const [DATABASE_URL, DATA_DIR, MQTT_PORT] = process.argv.slice(2);
const quiet = { LOG_LEVEL: 'error', NODE_ENV: 'production' };
const { url } = await startServer(readEnv({ ...quiet, DATABASE_URL, DATA_DIR, MQTT_PORT, PORT: '0' }));
process.send?.(Number(new URL(url).port));
