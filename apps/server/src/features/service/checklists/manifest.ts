import { checklistAnswers } from './checklist-handlers.ts';

/** What this feature adds to the server. */
export const checklists = { calls: () => checklistAnswers };
