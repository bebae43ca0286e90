import { readFile } from 'node:fs/promises';
import { StartupError } from '../platform/embedded/startup-error.ts';
import type { BrokerTls } from '../robots/tls-listeners.ts';
import type { Env } from './env.ts';

/** The files that open the broker's encrypted listeners; undefined when none are named. Throws `StartupError`. */
export async function brokerTls(env: Env): Promise<BrokerTls | undefined> {
  const { MQTT_TLS_CERT, MQTT_TLS_KEY, MQTT_TLS_DEVICE_CA, MQTT_TLS_PORT, MQTT_TLS_PASSWORD_PORT } = env;
  if (!MQTT_TLS_CERT && !MQTT_TLS_KEY && !MQTT_TLS_DEVICE_CA) return undefined;
  if (!MQTT_TLS_CERT || !MQTT_TLS_KEY) {
    throw new StartupError('MQTT_TLS_CERT and MQTT_TLS_KEY go together: name both files, or none.');
  }
  const [cert, key, deviceCa] = await Promise.all([
    pem(MQTT_TLS_CERT),
    pem(MQTT_TLS_KEY),
    MQTT_TLS_DEVICE_CA ? pem(MQTT_TLS_DEVICE_CA) : undefined,
  ]);
  const ports = { port: MQTT_TLS_PORT, passwordPort: MQTT_TLS_PASSWORD_PORT };
  return { cert, key, ...ports, ...(deviceCa && { deviceCa }) };
}

const pem = (file: string) =>
  readFile(file, 'utf8').catch(() => {
    throw new StartupError(`The certificate file ${file} cannot be read.`);
  });
