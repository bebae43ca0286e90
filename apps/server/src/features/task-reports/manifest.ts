import type { Clock } from '../../platform/runtime/clock.ts';
import { createPrintCheckLimits, reportDocumentAnswers } from './documents/report-document-handlers.ts';
import { reportAnswers, reportFigureAnswers } from './report-handlers.ts';

/** What this feature adds to the server. */
export const taskReports = {
  calls: ({ now }: { now: Clock }) => [
    ...reportAnswers,
    ...reportFigureAnswers,
    ...reportDocumentAnswers(createPrintCheckLimits(now)),
  ],
};
