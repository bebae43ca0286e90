import { hostInUrl, isEverywhere, isLoopback, ownAddress } from '../platform/http/addresses.ts';
import type { Env } from './env.ts';

type Known = Pick<Env, 'HOST' | 'PORT' | 'PUBLIC_URL'>;

/**
 * Where people and vehicles reach the console, as far as we know. `reachedAt` is the address under which whoever is told reached
 * this machine already: better than any guess where we listen on all of them.
 */
export function consoleAddress({ HOST, PORT, PUBLIC_URL }: Known, reachedAt?: string): string {
  if (PUBLIC_URL) return PUBLIC_URL;
  const host = isEverywhere(HOST) ? (reachedAt ?? ownAddress()) : HOST;
  return `http://${hostInUrl(host)}:${PORT}`;
}

/** What the environment leaves to a guess, or makes impossible, in words for whoever started the server. */
export function addressWarnings(
  env: Known & Pick<Env, 'MQTT_HOST' | 'MQTT_URL' | 'MQTT_PUBLIC_HOST' | 'SMTP_URL'>,
): string[] {
  const { HOST, MQTT_HOST, MQTT_URL, PUBLIC_URL, SMTP_URL } = env;
  const told = consoleAddress(env);
  const warnings: string[] = [];
  const away = (host: string) => !isLoopback(host);
  const vehiclesMayBeAway = away(MQTT_URL ? new URL(MQTT_URL).hostname : MQTT_HOST);
  if (!PUBLIC_URL && isEverywhere(HOST)) {
    const maps = MQTT_URL
      ? `VDA 5050 v2.1 vehicles are sent to ${told} for their maps`
      : 'VDA 5050 v2.1 vehicles are sent for their maps to the address under which each reached the broker';
    const mail = SMTP_URL ? `, links in mail name ${told}` : '';
    warnings.push(
      `HOST is ${HOST} and PUBLIC_URL is not set: ${maps}${mail}. Behind a proxy or in a container that is wrong: ` +
        'set PUBLIC_URL to the address under which this server is reached.',
    );
  }
  if (!PUBLIC_URL && isLoopback(HOST) && vehiclesMayBeAway)
    warnings.push(
      `HOST is ${HOST} and PUBLIC_URL is not set, but robots may come from elsewhere: VDA 5050 v2.1 vehicles are sent to ` +
        `${told} for their maps, which only this machine reaches. Set PUBLIC_URL, or HOST.`,
    );
  return warnings;
}
