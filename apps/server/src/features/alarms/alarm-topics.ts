import { permissions, topics } from '@sweepline/contract';
import { alarmChange } from '../../entities/devices/alarm-change.ts';
import type { Services } from '../../platform/calls/services.ts';
import { batching } from '../../platform/socket/batch-messages.ts';
import type { TopicRule } from '../../platform/socket/topic-rule.ts';
import { alarmFrames, priorityOf } from './alarm-push.ts';

/** Raised and cleared alarms, as the bell counts them. */
export const alarmTopics = ({
  services,
  fault,
}: {
  services: Services;
  fault: (error: unknown) => void;
}): TopicRule[] => [
  {
    name: topics.alarm.name,
    allow: [permissions.deviceList, permissions.alarmList],
    message: alarmChange,
    ...batching(services, fault, alarmFrames, priorityOf),
  },
];
