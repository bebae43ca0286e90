import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';

/** The background jobs of an installation. */
export const backgroundJobNames = [
  'alarms.tell',
  'audit.seal',
  'audit.trim',
  'backups.run',
  'calendar.dispatch',
  'calendar.sendDates',
  'cards.refresh',
  'codes.notifyExpiry',
  'deviceLogs.clean',
  'aiImages.clean',
  'aiTrainings.run',
  'deviceLogs.collect',
  'errors.trim',
  'files.clean',
  'invitations.mail',
  'notices.mail',
  'notices.missedStarts',
  'notices.outages',
  'notices.trim',
  'packages.release',
  'appReleases.release',
  'articles.release',
  'articles.expire',
  'apiUsers.watch',
  'events.place',
  'webhooks.send',
  'recordings.store',
  'reports.mail',
  'robots.trim',
  'rollouts.start',
  'voices.start',
  'sessions.clean',
  'shells.expire',
  'snapshots.take',
  'signIn.clean',
  'transfers.resend',
  'updates.advance',
  'workOrders.clocks',
  'workOrders.overdue',
  'workOrders.raise',
  'workOrders.verify',
  'zones.paint',
  'maintenance.due',
] as const;
export type BackgroundJobName = (typeof backgroundJobNames)[number];

/** `WAITING`: no run has ended yet. `OVERDUE`: the newest run ended more than three spans ago. */
export const backgroundJobStates = ['OK', 'FAILING', 'OVERDUE', 'WAITING'] as const;

/** Work that the server does by itself, and how its newest run ended. */
export const backgroundJob = z.object({
  name: z.enum(backgroundJobNames),
  everySeconds: z.number().int(),
  state: z.enum(backgroundJobStates),
  lastStartedAt: moment.nullable(),
  lastEndedAt: moment.nullable(),
  lastDurationMs: z.number().int().nullable(),
  /** The beginning of the next span. */
  nextAt: moment,
  lastFailedAt: moment.nullable(),
  /** The message of the newest failure, for engineers. */
  lastFailure: z.string().nullable(),
  /** Failures since the last success. */
  failuresInRow: z.number().int(),
});
export type BackgroundJob = z.infer<typeof backgroundJob>;

export const backgroundJobCalls = calls('backgroundJobs', {
  list: {
    method: 'POST',
    path: 'service/backgroundJob/list',
    allow: 'superAdmin',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ jobs: z.array(backgroundJob) }),
  },
  /** Runs a job beside its plan, as soon as a process is free. */
  runNow: {
    method: 'POST',
    path: 'service/backgroundJob/runNow',
    allow: 'superAdmin',
    input: z.strictObject({ name: z.enum(backgroundJobNames) }),
    output: z.object({}),
  },
});
