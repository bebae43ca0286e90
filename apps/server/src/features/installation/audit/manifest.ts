import { auditAnswers } from './audit-handlers.ts';
import { systemLogAnswers } from './system-log-handlers.ts';

/** What this feature adds to the server. */
export const systemLogs = {
  calls: () => [...systemLogAnswers, ...auditAnswers],
};
