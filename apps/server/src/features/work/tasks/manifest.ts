import { permissions, topics } from '@sweepline/contract';
import type { Robots } from '../../../robots-port/robots.ts';
import { runAnswers } from './run-handlers.ts';
import { taskAnswers } from './task-handlers.ts';
import { taskTemplateAnswers } from './task-template-handlers.ts';
import { planSyncNeeds } from './plan-sync-needs.ts';

/** What this feature adds to the server. */
export const tasks = {
  calls: (needs: { robots: Robots }) => [...taskAnswers(needs), ...runAnswers(needs), ...taskTemplateAnswers],
  topics: () => [{ name: topics.runs.name, allow: permissions.taskList, message: topics.runs.message }],
  needs: planSyncNeeds,
};
