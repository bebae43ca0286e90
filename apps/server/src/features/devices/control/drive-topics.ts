import { driveStatus, permissions } from '@sweepline/contract';
import type { Services } from '../../../platform/calls/services.ts';
import { endsInId, type TopicRule } from '../../../platform/socket/topic-rule.ts';
import { visibleDeviceTopics } from '../devices/device-topic-service.ts';

const driveFamily = '/ws/drive/';

/** Who drives a device, for accounts that see the device. */
export const driveTopics = ({ services }: { services: Services }): TopicRule[] => [
  {
    name: driveFamily,
    family: true,
    allow: permissions.deviceList,
    message: driveStatus,
    isValid: endsInId(driveFamily),
    admit: (account, requested) => visibleDeviceTopics(services, account, requested, driveFamily),
  },
];
