import { permissions, topics, type Message } from '@sweepline/contract';
import { alarmChange } from '../../../entities/alarms/alarm-change.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { batching } from '../../../platform/socket/batch-messages.ts';
import { merging, newestById } from '../../../platform/socket/merge-messages.ts';
import type { TopicRule } from '../../../platform/socket/topic-rule.ts';
import { alarmFrames, priorityOf } from './alarm-push.ts';

type Acts = Message<typeof topics.alarmActs>;
/** Other pages show an act within a second, reading the list included. */
const actsEveryMs = 200;
const allow = [permissions.deviceList, permissions.alarmList];

/** Raised and cleared alarms, as the bell counts them, and what people do to alarms. */
export const alarmTopics = ({
  services,
  fault,
}: {
  services: Services;
  fault: (error: unknown) => void;
}): TopicRule[] => [
  {
    name: topics.alarm.name,
    allow,
    message: alarmChange,
    ...batching(services, fault, alarmFrames, priorityOf),
  },
  {
    name: topics.alarmActs.name,
    allow,
    message: topics.alarmActs.message,
    everyMs: actsEveryMs,
    merge: merging(newestById<Acts['changes'][number]>),
  },
];
