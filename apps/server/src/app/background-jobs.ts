import type { Logger } from 'pino';
import { expiryNoticeJob } from '../features/activation-codes/expiry-notice-service.ts';
import { signInCleanupJob } from '../features/auth/login-rate-limits.ts';
import type { SessionLimits } from '../features/auth/session-service.ts';
import { sessionCleanupJob } from '../features/auth/session-sweep-service.ts';
import { dispatchJob } from '../features/calendar/schedule-jobs.ts';
import type { Robots } from '../robots-port/robots.ts';
import { errorTrimJob } from '../features/error-log/error-trim-service.ts';
import { fileCleanupJob } from '../features/files/file-sweep-service.ts';
import {
  invitationMailJob,
  type InvitationMailer,
} from '../features/invitations/invitation-mailer-service.ts';
import { cardRefreshJob } from '../features/network-cards/card-watch-service.ts';
import { noticeCleanupJob } from '../features/notices/notice-cleanup-service.ts';
import { reportMailJob, type Mailer } from '../features/report-subscriptions/subscription-mailer-service.ts';
import { rolloutStartJob } from '../features/settings-rollouts/rollout-due-service.ts';
import { zonePaintJob } from '../features/zone-board/zone-painter-service.ts';
import { auditSealJob, auditTrimJob } from '../platform/audit/audit-chain.ts';
import type { Db } from '../platform/db/db.ts';
import type { FileStore } from '../platform/files/files.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Bus } from '../platform/socket/bus.ts';
import { robotCleanupJob } from '../robots/care/robot-cleanup-service.ts';
import type { SimOperator } from '../features/network-cards/sim-operator-service.ts';

export interface JobNeeds {
  db: Db;
  bus: Bus;
  files: FileStore;
  now: Clock;
  logger: Logger;
  robots: Robots;
  sessions: SessionLimits;
  /** Days for which audit entries and interface errors are kept. */
  days: { audit: number; errors: number };
  /** Present when an operator of SIM cards is configured. */
  simOperator: SimOperator | undefined;
  /** Present when a mail server is configured. */
  mailer: (Mailer & InvitationMailer) | undefined;
}

/** All background jobs of an installation. */
export function backgroundJobs(needs: JobNeeds): Job[] {
  const { db, bus, files, now, logger, robots, simOperator, mailer } = needs;
  const fault = (what: string) => (error: unknown) => logger.error({ err: error }, what);
  return [
    auditSealJob(db),
    auditTrimJob(db, needs.days.audit),
    dispatchJob({ db, bus, now, robots }, fault('a planned start could not be checked')),
    errorTrimJob(db, now, needs.days.errors),
    expiryNoticeJob(db, bus, now),
    fileCleanupJob(db, files, now),
    noticeCleanupJob(db, now),
    robotCleanupJob(db, now),
    rolloutStartJob(db, bus, now),
    sessionCleanupJob(db, now, needs.sessions),
    signInCleanupJob(db, now),
    zonePaintJob({ db, files, now }, fault('a report could not be painted onto its zones')),
    ...(mailer ? [reportMailJob(mailer), invitationMailJob(mailer)] : []),
    ...(simOperator
      ? [cardRefreshJob(db, simOperator, now, ({ message }) => logger.info(`the SIM operator: ${message}`))]
      : []),
  ];
}
