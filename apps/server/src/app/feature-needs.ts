import type { Logger } from 'pino';
import type { SpeechSettings } from '../features/brand/speech/speech-settings-service.ts';
import type { SessionLimits } from '../features/people/auth/session-service.ts';
import type { InvitationMailer } from '../features/people/invitations/invitation-mailer-service.ts';
import type { Previews } from '../features/places/maps/exchange/map-preview-service.ts';
import type { SimOperator } from '../features/stock/network-cards/sim-operator-service.ts';
import type { ReleaseKeys } from '../features/updates/packages/package-signature-service.ts';
import type { Mailer } from '../features/figures/report-subscriptions/subscription-mailer-service.ts';
import type { NeedSource } from '../entities/figures/need-source.ts';
import type { Trainers } from '../features/ai/training/trainer/trainers-service.ts';
import type { BackupMachine } from '../platform/backup/backup-machine.ts';
import type { Disk } from '../platform/backup/disk.ts';
import type { Services } from '../platform/calls/services.ts';
import type { Db } from '../platform/db/db.ts';
import type { FileStore } from '../platform/files/files.ts';
import type { Vault } from '../platform/files/vault.ts';
import type { RequestLimits } from '../platform/limits/request-limits.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Bus } from '../platform/socket/bus.ts';
import type { Tickets } from '../platform/socket/tickets.ts';
import type { Robots } from '../robots-port/robots.ts';

/** What handlers of calls may need. */
export interface CallNeeds {
  services: Services;
  now: Clock;
  log: Pick<Logger, 'error' | 'warn'>;
  robots: Robots;
  vault: Vault;
  tickets: Tickets;
  limits: Pick<RequestLimits, 'createLimit' | 'attempts'>;
  sessions: SessionLimits;
  /** Pictures of maps, used by the features maps and files. */
  previews: Previews;
  /** Present when an operator of SIM cards is configured. */
  simOperator?: SimOperator | undefined;
  /** The keys that sign software packages. */
  releaseKeys: ReleaseKeys;
  /** The sender's address of mail; undefined where mail is not configured. */
  mailFrom?: string | undefined;
  /** What waits for a person, of all features. */
  needSources: readonly NeedSource[];
  /** No other server can join the installation. */
  isAlone: boolean;
  disk: Disk;
  dataDir: string;
  /** The storage of each company for uploaded files. */
  fileQuotaBytes: number;
  /** Names, addresses and networks inside that may get webhooks. */
  webhookHosts: readonly string[];
  /** The way to speech. */
  speech: SpeechSettings;
  /** The task runs before the server stops. */
  onClose(task: () => Promise<unknown>): void;
}

/** What rules of topics may need. */
export interface TopicNeeds {
  services: Services;
  now: Clock;
  robots: Pick<Robots, 'live' | 'watch'>;
  fault: (error: unknown) => void;
}

/** What background jobs may need. */
export interface JobNeeds {
  db: Db;
  bus: Bus;
  files: FileStore;
  now: Clock;
  logger: Logger;
  robots: Robots;
  vault: Vault;
  backups: BackupMachine;
  trainers: Trainers;
  sessions: SessionLimits;
  /** Days for which audit entries and interface errors are kept. */
  days: { audit: number; errors: number };
  /** The storage of each company for logs of its robots. */
  logQuotaBytes: number;
  /** Names, addresses and networks inside that may get webhooks. */
  webhookHosts: readonly string[];
  /** Present when an operator of SIM cards is configured. */
  simOperator: SimOperator | undefined;
  /** Present when a mail server is configured. */
  mailer: (Mailer & InvitationMailer) | undefined;
}
