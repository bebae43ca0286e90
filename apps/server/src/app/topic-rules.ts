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
import type { Services } from '../platform/calls/services.ts';
import type { TopicRule } from '../platform/socket/topic-rule.ts';
import { endsInId, visibleDeviceTopics } from './device-topic-admission.ts';
import { mapTopicRules } from './map-topic-rules.ts';
import { noticeRules } from './notice-rules.ts';

const deviceFamily = '/ws/device/';

type Devices = Message<typeof topics.devices>;
type Commands = Message<typeof topics.commands>;
type Jobs = Message<typeof topics.jobs>;
type Live = Message<ReturnType<typeof deviceTopic>>;

/** The newest change of each record. */
const newestById = <C extends { id: string }>(older: { changes: C[] }, newer: { changes: C[] }) => ({
  changes: [...new Map([...older.changes, ...newer.changes].map((change) => [change.id, change])).values()],
});

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

/** The publisher checks the type of the content; the socket itself does not know topics. */
const merging =
  <M>(merge: (older: M, newer: M) => M) =>
  (older: unknown, newer: unknown) =>
    merge(older as M, newer as M);

/** The rules of all topics. `watch` is called when the first page subscribes to a device and when the last one leaves. */
export const topicRules = (
  services: Services,
  watch: (deviceId: string, watching: boolean) => void,
  fault: (error: unknown) => void,
): TopicRule[] => [
  ...noticeRules(services, fault),
  ...mapTopicRules,
  { name: topics.kick.name, allow: 'signedIn' },
  { name: topics.rights.name, allow: 'signedIn' },
  { name: '/ws/ssh/download/file', allow: 'signedIn' },
  { name: topics.online.name, allow: permissions.deviceList, message: topics.online.message },
  {
    name: topics.commands.name,
    allow: permissions.deviceList,
    message: topics.commands.message,
    everyMs: 500,
    merge: merging(newestById<Commands['changes'][number]>),
  },
  {
    name: topics.jobs.name,
    allow: permissions.deviceList,
    message: topics.jobs.message,
    everyMs: 1_000,
    merge: merging(newestById<Jobs['changes'][number]>),
  },
  { name: topics.runs.name, allow: permissions.taskList, message: topics.runs.message },
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
    onListening: (topic, listening) => watch(topic.slice(deviceFamily.length), listening),
  },
];
