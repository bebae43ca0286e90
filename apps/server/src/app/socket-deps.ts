import type { FastifyBaseLogger } from 'fastify';
import { rightsChanged, sessionEnded } from '../features/people/auth/session-service.ts';
import { controlChanged } from '../features/devices/control/control-service.ts';
import type { Robots } from '../robots-port/robots.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { RequestLimits } from '../platform/limits/request-limits.ts';
import type { Services } from '../platform/calls/services.ts';
import type { SocketDeps } from '../platform/socket/socket.ts';
import { features } from './features.ts';

interface SocketOptions {
  services: Services;
  now: Clock;
  robots: Robots;
  acceptSessionToken: boolean;
  check: boolean;
  publicUrl?: string | undefined;
  limits: Pick<RequestLimits, 'createLimit'>;
}

/** The dependencies of the socket. */
export function socketDeps(
  log: FastifyBaseLogger,
  { services, now, robots, publicUrl, acceptSessionToken, check, limits }: SocketOptions,
  parts: Pick<SocketDeps, 'tickets' | 'findAccount' | 'limits' | 'metrics'>,
): SocketDeps {
  const fault = (error: unknown) => log.error(error);
  return {
    ...parts,
    createLimit: limits.createLimit,
    now,
    publicUrl,
    acceptSessionToken,
    sessionEnded,
    rightsChanged,
    bus: services.bus,
    rules: features.flatMap(({ topics }) => topics?.({ services, now, robots, fault }) ?? []),
    warn: (text) => log.warn(text),
    frames: pageFrames(robots),
    checkMessages: check,
    admissionsChanged: [rightsChanged, controlChanged],
  };
}

/** Passes what browsers send many times a second to the gateway. */
const pageFrames = ({ drives, shells }: Robots): SocketDeps['frames'] => ({
  received: ({ sessionId }, frame) => drives.frame(sessionId, frame),
  typed: ({ sessionId }, input) => shells.input(sessionId, input),
  closed: ({ sessionId }) => drives.lost(sessionId),
});
