import { hostInUrl, isEverywhere, isLoopback, ownAddress } from '../platform/http/addresses.ts';
import type { Env } from './env.ts';

type AddressEnv = Pick<Env, 'HOST' | 'PORT' | 'PUBLIC_URL'>;

/**
 * The console's address for users and vehicles. `reachedAt` is the address under which the recipient reached this machine; it
 * replaces a guess if the server listens on all addresses.
 */
export function consoleAddress({ HOST, PORT, PUBLIC_URL }: AddressEnv, reachedAt?: string): string {
  if (PUBLIC_URL) return PUBLIC_URL;
  const host = isEverywhere(HOST) ? (reachedAt ?? ownAddress()) : HOST;
  return `http://${hostInUrl(host)}:${PORT}`;
}

/** Warnings for the operator about addresses that are a guess or cannot work. */
export function addressWarnings(
  env: AddressEnv & Pick<Env, 'MQTT_HOST' | 'MQTT_URL' | 'MQTT_PUBLIC_HOST' | 'SMTP_URL'>,
): string[] {
  const { HOST, MQTT_HOST, MQTT_URL, PUBLIC_URL, SMTP_URL } = env;
  const address = consoleAddress(env);
  const warnings: string[] = [];
  const isRemote = (host: string) => !isLoopback(host);
  const vehiclesMayBeRemote = isRemote(MQTT_URL ? new URL(MQTT_URL).hostname : MQTT_HOST);
  if (!PUBLIC_URL && isEverywhere(HOST)) {
    const maps = MQTT_URL
      ? `robots are sent to ${address} for their maps`
      : 'robots are sent for their maps to the address under which each reached the broker';
    const mail = SMTP_URL ? `, links in mail name ${address}` : '';
    warnings.push(
      `HOST is ${HOST} and PUBLIC_URL is not set: ${maps}${mail}. Behind a proxy or in a container that is wrong: ` +
        'set PUBLIC_URL to the address under which this server is reached.',
    );
  }
  if (!PUBLIC_URL && isLoopback(HOST) && vehiclesMayBeRemote)
    warnings.push(
      `HOST is ${HOST} and PUBLIC_URL is not set, but robots may come from elsewhere: they are sent to ` +
        `${address} for their maps, which only this machine reaches. Set PUBLIC_URL, or HOST.`,
    );
  return warnings;
}
