import type { ShellSecrets } from './shell/shell-secrets.ts';
import type { IceServer } from '@sweepline/contract/robot';
import type { Bus } from '../platform/socket/bus.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { FileStore } from '../platform/files/files.ts';
import type { Authority } from '../features/devices/identity/certificate-service.ts';
import type { ShardHolder } from '../platform/cluster/shard-keeper.ts';
import { allShards } from '../platform/cluster/shards.ts';
import type { RobotOwnership } from './identity/registry.ts';
import type { BrokerTls } from './broker/tls-listeners.ts';
import type { SimOperator } from '../features/stock/network-cards/sim-operator-service.ts';
import { livenessTiming, type LivenessTiming } from './sessions/liveness.ts';

/** The part of the installation's robots that this server owns (docs/decisions/0042-owners-of-robots.md). */
export interface GatewayOwnership extends RobotOwnership {
  /** Whether the server may send to its robots now. */
  mayAct(): boolean;
  /** The connection of this server with an outside broker was made or lost. */
  noteBroker?(isReached: boolean): void;
  /** Starts to own robots; resolves when those that are free now are adopted. */
  hold(holder: ShardHolder): Promise<void>;
  /** Reads its robots from the database again: changes that other servers announced may have been missed. */
  readAgain(): Promise<void>;
}

/** A gateway without other servers beside it. */
export const ownsEverything: GatewayOwnership = {
  owns: () => true,
  mayAct: () => true,
  hold: (holder) => holder.adopt(allShards),
  readAgain: async () => {},
};

/** What the gateway writes to the log; pino fits. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Timeouts of the protocol, in milliseconds. Only tests shorten them. */
export interface GatewayTiming extends LivenessTiming {
  tickMs: number;
  /** How often the server tries whether an outside broker delivers what it subscribed to. */
  brokerProbeMs: number;
  /** Order outbox (docs/protocol/orders.md#sending-an-order). */
  orderResendMs: number;
  orderAttempts: number;
  /** After the start command: from then on no order is sent or repeated, and the run has failed. */
  orderExpiryMs: number;
  /** Instant actions (docs/protocol/orders.md#instant-actions): first and second repetition, and the timeout. */
  instantResendMs: readonly [number, number];
  instantTimeoutMs: number;
  /** Commands (docs/protocol/commands.md#resend). */
  commandResendMs: readonly number[];
  interactiveMs: number;
  /** Wake-up and sleep (docs/protocol/connecting.md#sleep-and-wake-up): timeouts and repetitions. */
  wakeMs: number;
  wakeRetryMs: number;
  simWakeMs: number;
  simWakeRetryMs: number;
  sleepMs: number;
  /** Relocation (docs/protocol/maps.md#relocation): its longest duration, and the time to confirm a pose. */
  relocationMs: number;
  confirmPoseMs: number;
  /** Runs (docs/protocol/orders.md#runs). */
  runOfflineMs: number;
  pauseTimeoutMs: number;
  reportTimeoutMs: number;
  /** How long a report waits for its run. */
  reportWaitMs: number;
  stopChargingMs: number;
  zoneSetMs: number;
  /**
   * Late alarms (docs/protocol/alarms.md#late-alarms): a replay is over when no late alarm came for the first time, and is not waited
   * for beyond the second.
   */
  replayQuietMs: number;
  replayLongestMs: number;
  /** Live state (docs/protocol/topics.md#what-the-server-keeps). */
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
  brokerProbeMs: 20 * second,
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
  zoneSetMs: 15 * second,
  replayQuietMs: 10 * second,
  replayLongestMs: 300 * second,
  liveFlushMs: 10 * second,
  pathFlushMs: 10 * second,
  listPushMs: 2 * second,
  watchPushMs: 200,
};

/** The limits of a device before it is throttled or quarantined (docs/protocol/topics.md#limits). */
export interface GatewayLimits {
  /** Messages a second; above it one in ten is used. */
  ratePerSecond: number;
  burst: number;
  /** Rejected messages within five minutes before a device is quarantined for ten. */
  quarantineAfter: number;
  deadLettersPerHour: number;
}
export const defaultLimits: GatewayLimits = {
  ratePerSecond: 20,
  burst: 100,
  quarantineAfter: 100,
  deadLettersPerHour: 10,
};

/** How robots and pages reach this server over WebRTC. */
export interface MediaOptions {
  /** The address that the server listens on; 0.0.0.0 for all of the machine. */
  host: string;
  /** The name or address under which others reach it, if it is another. */
  publicHost?: string | undefined;
  ports?: [number, number] | undefined;
  /** STUN and TURN servers for robots and pages; the server itself needs none. */
  iceServers: IceServer[];
}

export interface GatewayOptions {
  db: Db;
  now: Clock;
  bus: Bus;
  log: Log;
  /** The bundles that are sent to robots; a gateway without it sends no maps. */
  files?: FileStore | undefined;
  /**
   * The address of this server in downloads of maps. `reachedAt` is the address under which the robot reached the embedded
   * broker.
   */
  publicUrl?: ((reachedAt?: string) => string) | undefined;
  /** Embedded broker: where devices connect. Port 0 lets the system choose. */
  host?: string;
  port?: number;
  /** Encrypted listeners of the embedded broker. */
  tls?: BrokerTls | undefined;
  /** The authority that signed the certificates of activated devices. They are valid only while they are stored. */
  authority?: Pick<Authority, 'issued'> | undefined;
  /** An outside broker instead of the embedded one. */
  mqttUrl?: string;
  /** Client ids on an outside broker begin with it. */
  installation?: string;
  interfaces?: readonly string[];
  devListener?: boolean;
  /** No robot connects and none gets a message, as after a restore; without it never. */
  isHeld?: (() => boolean) | undefined;
  /** The handling of unregistered devices on a listener that accepts them. */
  autoAdopt?: 'off' | 'pending' | 'on';
  /** Wakes robots over their SIM cards; without it such a wake-up is refused. */
  simOperator?: Pick<SimOperator, 'wake'> | undefined;
  /** The authority for shells; a gateway without it opens none. */
  shellSecrets?: ShellSecrets | undefined;
  timing?: Partial<GatewayTiming>;
  limits?: Partial<GatewayLimits>;
  /** Video over WebRTC; without it there is JPEG only. */
  media?: MediaOptions | undefined;
  /** Which robots this server acts for; without it all of them. */
  ownership?: GatewayOwnership;
}
