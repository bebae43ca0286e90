import { readFile } from 'node:fs/promises';
import type { Clock } from '../platform/runtime/clock.ts';
import { StartupError } from '../platform/embedded/startup-error.ts';
import type { Log } from '../robots/gateway-options.ts';
import type { Authority } from '../features/devices/identity/certificate-service.ts';
import { createRevocationList, type RevocationList } from '../robots/broker/revocation-list.ts';
import type { BrokerTls } from '../robots/broker/tls-listeners.ts';
import type { Env } from './env.ts';

/** Reads the files of the broker's encrypted listeners; undefined if none is configured. Throws `StartupError`. */
export async function brokerTls(
  env: Env,
  now: Clock,
  log: Log,
  authority: Authority,
): Promise<BrokerTls | undefined> {
  const { MQTT_TLS_CERT, MQTT_TLS_KEY, MQTT_TLS_DEVICE_CA, MQTT_TLS_DEVICE_CRL } = env;
  if (!MQTT_TLS_CERT && !MQTT_TLS_KEY && !MQTT_TLS_DEVICE_CA && !MQTT_TLS_DEVICE_CRL) return undefined;
  if (!MQTT_TLS_CERT || !MQTT_TLS_KEY) {
    throw new StartupError('MQTT_TLS_CERT and MQTT_TLS_KEY go together: name both files, or none.');
  }
  if (MQTT_TLS_DEVICE_CRL && !MQTT_TLS_DEVICE_CA) {
    throw new StartupError(
      'MQTT_TLS_DEVICE_CRL needs MQTT_TLS_DEVICE_CA: it revokes what that authority issued.',
    );
  }
  const [cert, key, otherCa] = await Promise.all([
    pem(MQTT_TLS_CERT),
    pem(MQTT_TLS_KEY),
    MQTT_TLS_DEVICE_CA ? pem(MQTT_TLS_DEVICE_CA) : '',
  ]);
  const ports = { port: env.MQTT_TLS_PORT, passwordPort: env.MQTT_TLS_PASSWORD_PORT };
  const revoked = MQTT_TLS_DEVICE_CRL && revocationList(MQTT_TLS_DEVICE_CRL, now, log);
  const deviceCa = `${otherCa}\n${authority.certificate}`;
  return {
    cert,
    key,
    ...ports,
    deviceCa,
    ...(revoked && { revoked: withOurs(revoked, await authority.emptyList()) }),
  };
}

/** Certificates revoked by the server are known by fingerprint; OpenSSL still requires a list for every authority. */
const withOurs = (list: RevocationList, emptyList: string): RevocationList => ({
  ...list,
  pem: () => [...list.pem(), emptyList],
});

const pem = (file: string) =>
  readFile(file, 'utf8').catch(() => {
    throw new StartupError(`The certificate file ${file} cannot be read.`);
  });

function revocationList(file: string, now: Clock, log: Log) {
  try {
    return createRevocationList(file, { now, log });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The revocation list ${file} cannot be used: ${why}.`);
  }
}
