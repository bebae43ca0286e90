import type { ServerRole } from '@sweepline/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from '@prometheus-io/client';
import type { SpeechSettings } from '../features/brand/speech/speech-settings-service.ts';
import type { SessionLimits } from '../features/people/auth/session-service.ts';
import type { SimOperator } from '../features/stock/network-cards/sim-operator-service.ts';
import type { ReleaseKeys } from '../features/updates/packages/package-signature-service.ts';
import type { Disk } from '../platform/backup/disk.ts';
import type { Services } from '../platform/calls/services.ts';
import type { Account } from '../platform/calls/ctx.ts';
import type { Vault } from '../platform/files/vault.ts';
import type { Readiness } from '../platform/http/readiness.ts';
import type { RequestLimits } from '../platform/limits/request-limits.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { SocketLimits } from '../platform/socket/socket-limits.ts';
import type { TicketStore } from '../platform/socket/tickets.ts';
import type { Robots } from '../robots-port/robots.ts';
import type { DeviceCalls } from './device-calls.ts';

export interface AppDeps {
  services: Services;
  robots: Robots;
  /** The HTTP API for robots. */
  robotCalls: DeviceCalls;
  vault: Vault;
  now: Clock;
  /** What this server does; all without it. A server that serves no calls and no sockets has its health and its metrics only. */
  roles?: readonly ServerRole[];
  /** No other server can join, because this one has the embedded broker. */
  isAlone?: boolean;
  /** Whether load balancers should send requests here; without it always. */
  readiness?: Pick<Readiness, 'whyNot'>;
  /** Parse answers and pushed messages with the contract's schemas; for tests and development. */
  check: boolean;
  sessions: SessionLimits;
  acceptSessionToken: boolean;
  metricsToken?: string;
  /** Metrics of the other parts of the program. */
  metrics?: readonly Registry[];
  /** The operator of the robots' SIM cards, if one is configured. */
  simOperator?: SimOperator | undefined;
  /** The keys that sign software packages; none by default. */
  releaseKeys?: ReleaseKeys | undefined;
  /** The sender's address of mail, if mail is configured. */
  mailFrom?: string | undefined;
  trustedProxies?: number;
  /** The console's public address, if it is configured. */
  publicUrl?: string | undefined;
  /** Overrides for tests. */
  socketLimits?: Partial<SocketLimits>;
  consoleFolder?: string;
  version: string;
  logger?: FastifyBaseLogger;
  timeoutMs?: number;
  /** Limits of requests, shared with the listener for robots. */
  limits: RequestLimits;
  /** Where open tickets of the socket are; without it in memory, for a server that has none beside it. */
  tickets?: TicketStore | undefined;
  /** The folder for uploaded files of running calls; emptied at the start. */
  uploadFolder: string;
  /** The storage of each company for uploaded files. */
  fileQuotaBytes: number;
  webhookHosts?: readonly string[];
  /** The way to speech; without it the engine that comes along. */
  speech?: SpeechSettings;
  /** How full a disk is; the system's by default. */
  disk?: Disk;
  /** Backups inside it are refused. */
  dataDir?: string;
  /** Changes each account. Only the isolation test sets it: it removes the tenant scope to prove that the test detects that. */
  mapAccount?: (account: Account) => Account;
  /** The password of new and reset accounts; without it each gets a random one. */
  initialPassword?: string;
}
