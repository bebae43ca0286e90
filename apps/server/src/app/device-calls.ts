import type { FastifyInstance } from 'fastify';
import { createRequestLimits } from '../platform/limits/request-limits.ts';
import type { ActivationDeps } from '../robots/identity/activation-service.ts';
import { activationApi } from '../robots/device-http/activation-api.ts';
import { deviceApi, type DeviceApiDeps } from '../robots/device-http/device-api.ts';

export type DeviceCalls = (app: FastifyInstance) => Promise<void>;

/** The HTTP API for robots. All servers that register it share one set of counters. */
export function deviceCalls(deps: DeviceApiDeps & ActivationDeps): DeviceCalls {
  const limits = deps.limits ?? createRequestLimits(deps.now);
  const [api, activation] = [deviceApi({ ...deps, limits }), activationApi(deps, limits)];
  return async (app) => {
    await app.register(api, { prefix: '/device/v1' });
    await app.register(activation, { prefix: '/device/v1' });
  };
}
