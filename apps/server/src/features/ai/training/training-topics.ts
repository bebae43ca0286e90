import { permissions, topics, type Message } from '@sweepline/contract';
import { merging, newestById } from '../../../platform/socket/merge-messages.ts';
import type { TopicRule } from '../../../platform/socket/topic-rule.ts';

type Trainings = Message<typeof topics.aiTrainings>;
const everyMs = 500;

/** Trainings that are new or that changed, for the pages that show them. */
export const trainingTopics = (): TopicRule[] => [
  {
    name: topics.aiTrainings.name,
    allow: permissions.aiTraining,
    message: topics.aiTrainings.message,
    everyMs,
    merge: merging(newestById<Trainings['changes'][number]>),
  },
];
