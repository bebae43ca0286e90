import { permissions, topics, type Message } from '@sweepline/contract';
import { merging, newestById } from '../../../platform/socket/merge-messages.ts';
import type { TopicRule } from '../../../platform/socket/topic-rule.ts';

type Doors = Message<typeof topics.accessDoors>;
const everyMs = 500;

/** Doors that changed, for the pages that show them. */
export const doorTopics = (): TopicRule[] => [
  {
    name: topics.accessDoors.name,
    allow: permissions.doors,
    message: topics.accessDoors.message,
    everyMs,
    merge: merging(newestById<Doors['changes'][number]>),
  },
];
