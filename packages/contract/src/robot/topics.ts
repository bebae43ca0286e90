import type { RejectReason } from './codes.ts';
import { levelPattern } from './wire.ts';

export type Major = 'v3' | 'v2';
export const ownManufacturer = 'JBOT';
/** `uagv` is the interface name in VDA 5050 1.1 and 2.0. */
export const interfaceNames = ['vda5050', 'uagv'] as const;
export const ownInterface = 'vda5050';

interface TopicRule {
  qos: 0 | 1;
  retain: boolean;
  maxBytes: number;
}
const kilobyte = 1024;
/** Largest message the broker forwards: docs/protocol/topics.md#sizes. */
export const brokerMaxBytes = 1152 * kilobyte;

const up = (qos: 0 | 1, retain: boolean, maxKb = 64): TopicRule => ({
  qos,
  retain,
  maxBytes: maxKb * kilobyte,
});

/** Topics of robots: docs/protocol/topics.md#vda-5050-topics and #vendor-topics. */
export const upTopics = {
  connection: up(1, true),
  // VDA 5050 bounds neither its lists nor its size; 1 MB has about 6,000 node states.
  state: up(0, false, 1024),
  visualization: up(0, false),
  factsheet: up(0, true, 128),
  xTelemetry: up(0, false),
  xTask: up(1, false),
  xReport: up(1, false),
  xAlarm: up(1, false),
  xReply: up(1, false),
  xJob: up(1, false),
  xReported: up(1, true),
  xMap: up(1, false),
  xRide: up(1, false),
  xDriveAck: up(0, false),
  xRequest: up(1, false),
} as const satisfies Record<string, TopicRule>;
export type UpTopic = keyof typeof upTopics;

/**
 * Topics of the server. VDA 5050 requires QoS 0 on the first four; the server sends QoS 1, because the embedded broker
 * loses a QoS 1 message when a QoS 0 message follows in the same tick. Subscribers at QoS 0 see no difference. Only
 * `xDesired` is retained: a retained order would be executed again after every reconnect.
 */
export const downTopics = {
  order: up(1, false, 128),
  instantActions: up(1, false),
  zoneSet: up(1, false),
  responses: up(1, false),
  xCommand: up(1, false),
  xDesired: up(1, true),
  xAck: up(1, false),
  xResponse: up(1, false),
  xDrive: up(0, false),
  xLift: up(1, false),
} as const satisfies Record<string, TopicRule>;
export type DownTopic = keyof typeof downTopics;

export const upTopicNames = Object.keys(upTopics) as UpTopic[];
export const downTopicNames = Object.keys(downTopics) as DownTopic[];
export const isUpTopic = (name: string): name is UpTopic => Object.hasOwn(upTopics, name);
export const isDownTopic = (name: string): name is DownTopic => Object.hasOwn(downTopics, name);

export interface TopicAddress {
  interfaceName: string;
  major: Major;
  manufacturer: string;
  serialNumber: string;
  name: string;
}
/** The address of a device: all topic levels except the last. */
export type DeviceAddress = Omit<TopicAddress, 'name'>;

/** `{interfaceName}/v{major}/{manufacturer}/{serialNumber}/{topic}`: docs/protocol/topics.md#topic-levels. */
export const formatTopic = (to: DeviceAddress, name: UpTopic | DownTopic | '+') =>
  `${to.interfaceName}/${to.major}/${to.manufacturer}/${to.serialNumber}/${name}`;

export type ParsedTopic =
  | { ok: true; address: TopicAddress }
  | { ok: false; reason: Extract<RejectReason, 'TOPIC_SHAPE' | 'UNSUPPORTED_MAJOR'> };

/** Parses a topic of five levels and a known interface, or returns the reason. The last level is not checked. */
export function parseTopic(topic: string, interfaces: readonly string[] = interfaceNames): ParsedTopic {
  const levels = topic.split('/');
  const [interfaceName, major, manufacturer, serialNumber, name] = levels;
  const shaped =
    levels.length === 5 &&
    interfaces.includes(interfaceName ?? '') &&
    levelPattern.test(manufacturer ?? '') &&
    levelPattern.test(serialNumber ?? '') &&
    /^v\d{1,3}$/.test(major ?? '') &&
    /^[A-Za-z]{1,32}$/.test(name ?? '');
  if (!shaped || !interfaceName || !manufacturer || !serialNumber || !name)
    return { ok: false, reason: 'TOPIC_SHAPE' };
  if (major !== 'v3' && major !== 'v2') return { ok: false, reason: 'UNSUPPORTED_MAJOR' };
  return { ok: true, address: { interfaceName, major, manufacturer, serialNumber, name } };
}
