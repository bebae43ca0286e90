import { liveLogPiece, liveLogTopic, permissions } from '@sweepline/contract';
import type { Services } from '../../../platform/calls/services.ts';
import { endsInId, type TopicRule } from '../../../platform/socket/topic-rule.ts';
import { visibleDeviceTopics } from '../../devices/devices/device-topic-service.ts';

const family = liveLogTopic('').name;

/** Logs as robots write them, for accounts that see the device and may read its log. */
export const liveLogTopics = ({ services }: { services: Services }): TopicRule[] => [
  {
    name: family,
    family: true,
    allow: permissions.deviceLiveLog,
    message: liveLogPiece,
    isValid: endsInId(family),
    admit: (account, requested) => visibleDeviceTopics(services, account, requested, family),
  },
];
