import type { FastifyInstance } from 'fastify';
import type { Hold } from '../entities/installation/hold-state.ts';
import { createRequestLimits } from '../platform/limits/request-limits.ts';
import type { ActivationDeps } from '../robots/identity/activation-service.ts';
import { activationApi } from '../robots/device-http/activation-api.ts';
import { deviceApi, type DeviceApiDeps } from '../robots/device-http/device-api.ts';

const heldSeconds = 60;

export type DeviceCalls = (app: FastifyInstance) => Promise<void>;

/** The HTTP API for robots. All servers that register it share one set of counters. */
export function deviceCalls(
  deps: DeviceApiDeps & ActivationDeps & { hold?: Pick<Hold, 'isHeld'> },
): DeviceCalls {
  const limits = deps.limits ?? createRequestLimits(deps.now);
  const [api, activation] = [deviceApi({ ...deps, limits }), activationApi(deps, limits)];
  return async (app) => {
    await app.register(
      async (robots) => {
        // After a restore the robots keep what they have until a person has ended the hold.
        robots.addHook('onRequest', async (_request, reply) => {
          if (deps.hold?.isHeld()) await reply.code(503).header('retry-after', heldSeconds).send();
        });
        await robots.register(api);
        await robots.register(activation);
      },
      { prefix: '/device/v1' },
    );
  };
}
