import {
  deviceLive,
  permissions,
  runTrail,
  topics,
  type DeviceChange,
  type Message,
  type deviceTopic,
} from '@sweepline/contract';
import { z } from 'zod';
import type { Services } from '../../../platform/calls/services.ts';
import { merging, newestById } from '../../../platform/socket/merge-messages.ts';
import { endsInId, type TopicRule } from '../../../platform/socket/topic-rule.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { visibleDeviceTopics } from './device-topic-service.ts';

const deviceFamily = '/ws/device/';

type Devices = Message<typeof topics.devices>;
type Live = Message<ReturnType<typeof deviceTopic>>;

const changesById = new WeakMap<Devices, Map<string, DeviceChange>>();

/** The changes of these devices. A message goes to many pages, so its index by device is built once. */
function devicesOf(message: Devices, ids: ReadonlySet<string>): Devices | undefined {
  const byId = changesById.get(message) ?? new Map(message.changes.map((change) => [change.id, change]));
  changesById.set(message, byId);
  const changes = [...ids].flatMap((id) => byId.get(id) ?? []);
  return changes.length > 0 ? { changes } : undefined;
}

/** The newest state with all points of the path. */
function mergeLive(older: Live, newer: Live): Live {
  if (!older.trail || !newer.trail) return { live: newer.live, trail: newer.trail ?? older.trail };
  if (older.trail.runId !== newer.trail.runId) return newer;
  return {
    live: newer.live,
    trail: { runId: newer.trail.runId, points: [...older.trail.points, ...newer.trail.points] },
  };
}

/** The topics of devices. A robot sends more often while a page subscribes to it. */
export const deviceTopics = ({
  services,
  robots,
}: {
  services: Services;
  robots: Pick<Robots, 'watch'>;
}): TopicRule[] => [
  { name: topics.online.name, allow: permissions.deviceList, message: topics.online.message },
  { name: topics.declared.name, allow: permissions.deviceList, message: topics.declared.message },
  { name: topics.standing.name, allow: permissions.deviceList, message: topics.standing.message },
  {
    name: topics.devices.name,
    allow: permissions.deviceList,
    message: topics.devices.message,
    everyMs: 1_000,
    merge: merging(newestById<DeviceChange>),
    narrow: (content, ids) => devicesOf(content as Devices, ids),
  },
  {
    name: deviceFamily,
    family: true,
    allow: permissions.deviceList,
    message: z.object({ live: deviceLive, trail: runTrail.nullable() }),
    everyMs: 200,
    merge: merging(mergeLive),
    isValid: endsInId(deviceFamily),
    // A subscription makes a robot send more often, so it is checked at once, not only for each message.
    admit: (account, requested) => visibleDeviceTopics(services, account, requested, deviceFamily),
    onListening: (topic, listening) => robots.watch(topic.slice(deviceFamily.length), listening),
  },
];
