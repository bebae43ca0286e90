import type { Server } from 'node:https';
import Fastify, { type FastifyInstance } from 'fastify';
import type { RequestLimits } from '../platform/limits/request-limits.ts';
import { serverTimes } from '../platform/http/server-times.ts';
import type { BrokerTls } from '../robots/broker/tls-listeners.ts';
import type { DeviceCalls } from './device-calls.ts';
import type { Env } from './env.ts';

/**
 * The device API once more, where a certificate says who calls (protocol 1.9). Who has none yet, or a password, is welcome too;
 * what a certificate opens is asked call by call. Answers what ends it.
 */
export async function listenForDevices(
  calls: DeviceCalls,
  { cert, key, deviceCa }: Pick<BrokerTls, 'cert' | 'key' | 'deviceCa'>,
  { HOST: host, DEVICE_HTTPS_PORT: port }: Pick<Env, 'HOST' | 'DEVICE_HTTPS_PORT'>,
  limits: RequestLimits,
): Promise<() => Promise<unknown>> {
  const https = { cert, key, requestCert: true, rejectUnauthorized: false, minVersion: 'TLSv1.2' } as const;
  const app = Fastify<Server>({
    https: { ...https, ...(deviceCa && { ca: deviceCa }) },
    ...serverTimes,
  });
  limits.register(app as unknown as FastifyInstance);
  // The same routes; which kind of server they hang from makes no difference to them.
  await calls(app as unknown as FastifyInstance);
  await app.listen({ host, port });
  return () => app.close();
}
