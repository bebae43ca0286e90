import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import { createPrintCheckLimits, reportDocumentAnswers } from './documents/report-document-handlers.ts';
import { reportAnswers, reportFigureAnswers } from './report-handlers.ts';

/** What this feature adds to the server. */
export const taskReports = {
  calls: ({ limits }: { limits: Pick<RequestLimits, 'createLimit'> }) => [
    ...reportAnswers,
    ...reportFigureAnswers,
    ...reportDocumentAnswers(createPrintCheckLimits(limits.createLimit)),
  ],
};
