import { permissions, topics, type Message } from '@sweepline/contract';
import { merging, newestById } from '../../../platform/socket/merge-messages.ts';
import type { TopicRule } from '../../../platform/socket/topic-rule.ts';

type Orders = Message<typeof topics.workOrders>;
/** Other pages show a change within a second, reading the list included. */
const everyMs = 200;

export const workOrderTopics = (): TopicRule[] => [
  {
    name: topics.workOrders.name,
    allow: permissions.workOrders,
    message: topics.workOrders.message,
    everyMs,
    merge: merging(newestById<Orders['changes'][number]>),
  },
];
