import type { WebSocket } from '@fastify/websocket';
import type { Tx } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Registration } from '../identity/registry.ts';

export interface StreamKindDeps {
  now: Clock;
  bus: Bus;
}

/** A robot that opens a stream. */
export interface StreamAttempt {
  device: Registration;
  sessionId: string;
  token: string;
  /** The time of the attempt. */
  at: string;
}

/** The company and the device of a session whose token is not redeemed; undefined for a session of another kind. */
export type RefusedSession = { deviceId: string; companyId: string } | undefined;

/** What a stream carries: whose token opens it, and what becomes of its messages. */
export interface StreamKind {
  /** Redeems a token, once. The transaction sees all companies. */
  redeem(tx: Tx, attempt: StreamAttempt): Promise<'REDEEMED' | RefusedSession>;
  /** Serves the connection of a session whose token was redeemed. */
  serve(socket: WebSocket, attempt: StreamAttempt): void;
  stop(): void;
}
