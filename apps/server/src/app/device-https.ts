import type { Server } from 'node:https';
import websocket from '@fastify/websocket';
import { maxFrameBytes } from '@sweepline/contract/robot';
import Fastify, { type FastifyInstance } from 'fastify';
import type { RequestLimits } from '../platform/limits/request-limits.ts';
import { drainOnClose } from '../platform/http/drain.ts';
import { serverTimes } from '../platform/http/server-times.ts';
import type { BrokerTls } from '../robots/broker/tls-listeners.ts';
import type { DeviceCalls } from './device-calls.ts';
import type { Env } from './env.ts';

/**
 * The device API on a TLS listener that identifies robots by certificate (docs/protocol/files.md#device-api). A robot without a
 * certificate may connect too, because each call checks its credential. The returned function stops the listener.
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
  await app.register(websocket, { options: { maxPayload: maxFrameBytes } });
  // The routes are the same for both kinds of server.
  await calls(app as unknown as FastifyInstance);
  drainOnClose(app as unknown as FastifyInstance);
  await app.listen({ host, port });
  return () => app.close();
}
