import type { Hold } from '../entities/installation/hold-state.ts';
import { createTrainers } from '../features/ai/training/trainer/trainers-service.ts';
import type { SessionLimits } from '../features/people/auth/session-service.ts';
import type { Db } from '../platform/db/db.ts';
import { createMailSender } from '../platform/documents/mail.ts';
import type { FileStore } from '../platform/files/files.ts';
import type { Vault } from '../platform/files/vault.ts';
import type { JobMetrics } from '../platform/jobs/job-metrics.ts';
import type { JobWatch } from '../platform/jobs/job-run.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import { createBackupMachine } from './backups/backup-machine.ts';
import { backgroundJobs } from './background-jobs.ts';
import type { Env } from './env.ts';
import type { JobNeeds } from './feature-needs.ts';
import { consoleAddress } from './public-addresses.ts';

interface JobParts extends Omit<
  JobNeeds,
  'days' | 'mailer' | 'logQuotaBytes' | 'webhookHosts' | 'backups' | 'trainers'
> {
  /** A copy of an installation mails no person. */
  hold: Pick<Hold, 'isCopy'>;
  metrics: JobMetrics;
  watch: JobWatch;
  sessions: SessionLimits;
}

/** Starts the background jobs, or on a server without this role what asks the others for a run. Returns the function that stops them. */
export async function startJobsOf(env: Env, { hold, metrics, watch, ...parts }: JobParts) {
  const { db, bus, now, files, logger, vault } = parts;
  const [backups, trainers] = [createBackupMachine(env), createTrainers()];
  const mailer = hold.isCopy ? undefined : mailerOf(env, { db, files, now, vault });
  const jobs = await startJobs(
    {
      db,
      bus,
      now,
      metrics,
      watch,
      databaseUrl: env.DATABASE_URL ?? '',
      log: logger,
      works: env.ROLES.includes('jobs'),
    },
    backgroundJobs({
      ...parts,
      backups,
      trainers,
      mailer,
      days: { audit: env.AUDIT_DAYS, errors: env.ERROR_LOG_DAYS },
      logQuotaBytes: env.LOGS_QUOTA_GB * 1024 ** 3,
      vault,
      webhookHosts: env.WEBHOOK_ALLOWED_HOSTS,
    }),
  );
  return async () => {
    await Promise.all([backups.stop(), trainers.stop()]);
    await jobs.stop();
    mailer?.mail.close();
  };
}

/** The mailer if a mail server is configured; without one the console states it. */
function mailerOf(env: Env, deps: { db: Db; files: FileStore; now: Clock; vault: Vault }) {
  if (!env.SMTP_URL || !env.MAIL_FROM) return undefined;
  return { ...deps, mail: createMailSender(env.SMTP_URL, env.MAIL_FROM), base: consoleAddress(env) };
}
