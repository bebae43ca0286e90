import { permissions, topics, type Message } from '@sweepline/contract';
import { merging, newestById } from '../../../platform/socket/merge-messages.ts';
import type { TopicRule } from '../../../platform/socket/topic-rule.ts';

type Lifts = Message<typeof topics.lifts>;
/** A car says its state once a second. */
const everyMs = 500;

/** Elevators whose cars or rides changed, for the pages that show them. */
export const rideTopics = (): TopicRule[] => [
  {
    name: topics.lifts.name,
    allow: permissions.elevatorRides,
    message: topics.lifts.message,
    everyMs,
    merge: merging(newestById<Lifts['changes'][number]>),
    narrow: (content, ids) => {
      const changes = (content as Lifts).changes.filter(({ id }) => ids.has(id));
      return changes.length > 0 ? { changes } : undefined;
    },
  },
];
