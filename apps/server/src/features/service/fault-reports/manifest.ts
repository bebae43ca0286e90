import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import { faultCodeAnswers } from './fault-code-handlers.ts';
import { createFaultReportLimits, faultReportAnswers } from './fault-report-handlers.ts';

/** What this feature adds to the server. */
export const faultReports = {
  calls: ({ limits }: { limits: Pick<RequestLimits, 'createLimit'> }) => [
    ...faultCodeAnswers,
    ...faultReportAnswers(createFaultReportLimits(limits.createLimit)),
  ],
};
