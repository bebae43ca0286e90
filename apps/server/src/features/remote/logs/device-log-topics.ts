import { topics } from '@sweepline/contract';
import type { TopicRule } from '../../../platform/socket/topic-rule.ts';

/** Every account may subscribe; a message has one receiver. */
export const deviceLogTopics = (): TopicRule[] => [
  { name: topics.download.name, allow: 'signedIn', message: topics.download.message },
];
