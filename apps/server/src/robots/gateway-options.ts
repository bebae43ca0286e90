import type { Bus } from '../platform/socket/bus.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { FileStore } from '../platform/files/files.ts';
import type { Authority } from './identity/certificate-service.ts';
import type { BrokerTls } from './broker/tls-listeners.ts';
import type { SimOperator } from './sim-operator/sim-operator-service.ts';
import { livenessTiming, type LivenessTiming } from './sessions/liveness.ts';

/** What the gateway writes to the log; pino fits. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Waiting times of the protocol, in milliseconds. Tests shorten them; nobody else does. */
export interface GatewayTiming extends LivenessTiming {
  tickMs: number;
  /** Order outbox (2.1.7). */
  orderResendMs: number;
  orderAttempts: number;
  /** After the start was pressed: later no order is sent or repeated, and the run has failed. */
  orderExpiryMs: number;
  /** Instant actions (2.1.7): first and second repetition, and when they count as unanswered. */
  instantResendMs: readonly [number, number];
  instantTimeoutMs: number;
  /** Commands (2.1.2). */
  commandResendMs: readonly number[];
  interactiveMs: number;
  /** Waking and sleeping (2.10): until when, and after how long it is asked again. */
  wakeMs: number;
  wakeRetryMs: number;
  simWakeMs: number;
  simWakeRetryMs: number;
  sleepMs: number;
  /** Relocation (2.9): how long a robot may be in it, and how long it has to believe a pose. */
  relocationMs: number;
  confirmPoseMs: number;
  /** Runs (2.6). */
  runOfflineMs: number;
  pauseTimeoutMs: number;
  reportTimeoutMs: number;
  /** How long a report waits for the run that it is about. */
  reportWaitMs: number;
  stopChargingMs: number;
  zoneSetMs: number;
  /** Live state (4.3). */
  liveFlushMs: number;
  pathFlushMs: number;
  listPushMs: number;
  watchPushMs: number;
}

const second = 1000;
const hour = 3600 * second;
export const defaultTiming: GatewayTiming = {
  ...livenessTiming,
  tickMs: 500,
  orderResendMs: 5 * second,
  orderAttempts: 4,
  orderExpiryMs: 60 * second,
  instantResendMs: [3 * second, 6 * second],
  instantTimeoutMs: 15 * second,
  commandResendMs: [2, 4, 8, 16, 32].map((it) => it * second),
  interactiveMs: 10 * second,
  wakeMs: 60 * second,
  wakeRetryMs: 20 * second,
  simWakeMs: 120 * second,
  simWakeRetryMs: 60 * second,
  sleepMs: 20 * second,
  relocationMs: 900 * second,
  confirmPoseMs: 15 * second,
  runOfflineMs: 600 * second,
  pauseTimeoutMs: 12 * hour,
  reportTimeoutMs: 24 * hour,
  reportWaitMs: 24 * hour,
  stopChargingMs: 15 * second,
  zoneSetMs: 20 * second,
  liveFlushMs: 10 * second,
  pathFlushMs: 10 * second,
  listPushMs: 2 * second,
  watchPushMs: 200,
};

/** What a device may send before it is slowed down or set aside (section 5). */
export interface GatewayLimits {
  /** Messages a second, held for ten seconds; above it one in ten is used. */
  ratePerSecond: number;
  burst: number;
  /** Rejected messages within five minutes before a device is set aside for ten. */
  quarantineAfter: number;
  deadLettersPerHour: number;
}
export const defaultLimits: GatewayLimits = {
  ratePerSecond: 20,
  burst: 100,
  quarantineAfter: 100,
  deadLettersPerHour: 10,
};

export interface GatewayOptions {
  db: Db;
  now: Clock;
  bus: Bus;
  log: Log;
  /** Where the bundles lie that robots are sent; a gateway without it sends no maps. */
  files?: FileStore | undefined;
  /**
   * Where vehicles that were never told of a server of ours reach this one: what they are to fetch has its whole address.
   * `reachedAt` is the address under which the vehicle reached the embedded broker.
   */
  publicUrl?: ((reachedAt?: string) => string) | undefined;
  /** Embedded broker: where devices connect. Port 0 lets the system choose. */
  host?: string;
  port?: number;
  /** Encrypted listeners of the embedded broker. */
  tls?: BrokerTls | undefined;
  /** Who signed the certificates of activated devices; those are taken as long as they are kept. */
  authority?: Pick<Authority, 'issued'> | undefined;
  /** An outside broker instead of the embedded one. */
  mqttUrl?: string;
  /** Client ids on an outside broker begin with it. */
  installation?: string;
  interfaces?: readonly string[];
  devListener?: boolean;
  /** What happens to devices nobody registered on a listener that lets them in. */
  autoAdopt?: 'off' | 'pending' | 'on';
  /** Wakes robots over their SIM cards; without one it is refused. */
  simOperator?: Pick<SimOperator, 'wake'> | undefined;
  timing?: Partial<GatewayTiming>;
  limits?: Partial<GatewayLimits>;
}
