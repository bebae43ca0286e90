export * from './background-jobs.ts';
export * from './backups.ts';
export * from './error-log.ts';
export * from './servers.ts';
export * from './system-logs.ts';
export * from './connection-refusals.ts';
export * from './dead-letters.ts';

import { backgroundJobCalls } from './background-jobs.ts';
import { backupCalls } from './backups.ts';
import { errorLogCalls } from './error-log.ts';
import { serverCalls } from './servers.ts';
import { auditCalls, systemLogCalls } from './system-logs.ts';
import { connectionRefusalCalls } from './connection-refusals.ts';
import { deadLetterCalls } from './dead-letters.ts';

/** Calls about the installation: servers, background jobs, logs and refused messages. */
export const installationArea = {
  systemLogs: systemLogCalls,
  audit: auditCalls,
  errorLog: errorLogCalls,
  backgroundJobs: backgroundJobCalls,
  backups: backupCalls,
  servers: serverCalls,
  connectionRefusals: connectionRefusalCalls,
  deadLetters: deadLetterCalls,
};
