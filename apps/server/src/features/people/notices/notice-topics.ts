import { topics } from '@sweepline/contract';
import type { Services } from '../../../platform/calls/services.ts';
import { batching } from '../../../platform/socket/batch-messages.ts';
import type { TopicRule } from '../../../platform/socket/topic-rule.ts';
import { maySeeNotice, noticeFrames, noticeMessage } from './notice-push.ts';

/** New notices of the bell. */
export const noticeTopics = ({
  services,
  fault,
}: {
  services: Services;
  fault: (error: unknown) => void;
}): TopicRule[] => [
  {
    name: topics.event.name,
    allow: 'signedIn',
    message: noticeMessage,
    isVisibleTo: maySeeNotice as TopicRule['isVisibleTo'],
    ...batching(services, fault, noticeFrames, () => 0),
  },
];
