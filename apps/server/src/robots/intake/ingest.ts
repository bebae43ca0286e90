import {
  isUpTopic,
  parseTopic,
  upMessages,
  upTopics,
  uuidPattern,
  type RejectReason,
  type TopicAddress,
  type UpTopic,
} from '@sweepline/contract/robot';
import type { z } from 'zod';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { DeadLetters } from './dead-letters.ts';
import { decodeJson } from '../protocol/decode.ts';
import { robotTimeMs } from '../protocol/robot-time.ts';
import type { Log } from '../gateway-options.ts';
import type { Inbound } from '../protocol/link.ts';
import type { RateGuard } from './rate-guard.ts';
import type { RegistrationRefresh } from '../identity/registration-refresh.ts';
import { isBound, type Registration, type Registry } from '../identity/registry.ts';

/** A valid message: it matches the schema of its topic and comes from the device in the topic. */
export interface Delivery {
  device: Registration;
  address: TopicAddress;
  topic: UpTopic;
  message: Record<string, unknown>;
  replayed: boolean;
  receivedMs: number;
  /** Harmless deviations; shown as badges. */
  flags: string[];
  /** The `msgId` as the device wrote it: it looks for this text in the acknowledgement. */
  sentId: string | undefined;
}

export interface IngestDeps {
  registry: Registry;
  refreshes: Pick<RegistrationRefresh, 'pending' | 'refreshForMessage' | 'isElsewhere'>;
  guard: RateGuard;
  deadLetters: DeadLetters;
  now: Clock;
  log: Log;
  interfaces: readonly string[];
  /** Resolves when the message may be acknowledged to the broker. */
  deliver(delivery: Delivery): Promise<void>;
  /** A durable message that can never be used is acknowledged, or it would block the robot's journal for ever. */
  acknowledge(device: Registration, msgId: string): void;
  /** Handles an unregistered device; returns its registration if it is accepted. */
  enrol(address: TopicAddress, payload: Uint8Array): Promise<Registration | undefined>;
  raise(device: Registration, code: '80010' | '80011' | '80012'): void;
}

/** Topics that are throttled. All others carry messages whose loss would not be repaired. */
const throttled = new Set<string>([
  'state',
  'visualization',
  'xTelemetry',
  'xDriveAck',
  'factsheet',
  'xReported',
]);

class Reject extends Error {
  readonly reason: RejectReason;
  readonly detail: string;
  constructor(reason: RejectReason, detail = '') {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

function sentIdOf(message: Record<string, unknown> | undefined): string | undefined {
  const msgId = message?.['msgId'];
  return typeof msgId === 'string' && uuidPattern.test(msgId) ? msgId : undefined;
}

/** The checks of docs/protocol/codes.md#refused-messages, in order. No message of a device makes it throw or stop. */
export function createIngest(deps: IngestDeps) {
  const { registry, guard, deadLetters, now, log, interfaces } = deps;

  const rejectMessage = (error: unknown, inbound: Inbound, partial: Partial<Delivery>) => {
    const isReject = error instanceof Reject;
    if (!isReject) log.error({ error, topic: inbound.topic }, 'a message failed in our code');
    const { device, message } = partial;
    deadLetters.reject({
      reason: isReject ? error.reason : 'INTERNAL',
      topic: inbound.topic,
      sn: partial.address?.serialNumber ?? '',
      device,
      detail: isReject ? error.detail : String(error instanceof Error ? error.stack : error),
      payload: inbound.payload,
    });
    if (!device || (isReject && uncounted.has(error.reason))) return;
    if (isReject && error.reason === 'IDENTITY_MISMATCH') deps.raise(device, '80010');
    if (guard.rejected(device.deviceId, now().getTime())) deps.raise(device, '80012');
    const msgId = sentIdOf(message);
    if (msgId) deps.acknowledge(device, msgId);
  };

  const addressOf = ({ topic }: Inbound, partial: Partial<Delivery>) => {
    const parsed = parseTopic(topic, interfaces);
    if (!parsed.ok) throw new Reject(parsed.reason);
    const { address } = parsed;
    partial.address = address;
    if (!isUpTopic(address.name)) throw new Reject('TOPIC_SHAPE', 'not a topic of devices');
    return { address, topic: address.name };
  };

  const admit = (
    inbound: Inbound,
    { address, topic }: ReturnType<typeof addressOf>,
    device: Registration | undefined,
    partial: Partial<Delivery>,
  ): Delivery => {
    const receivedMs = now().getTime();
    if (!device) throw new Reject('UNKNOWN_DEVICE');
    if (!isBound(device)) throw new Reject('REVOKED', device.binding);
    partial.device = device;
    throttle(device, topic, receivedMs);

    const { maxBytes } = upTopics[topic];
    if (inbound.payload.length > maxBytes) throw new Reject('TOO_LARGE', `limit ${maxBytes}`);
    const decoded = decodeJson(inbound.payload);
    if (!decoded.ok) throw new Reject(decoded.reason, decoded.detail);
    partial.message = decoded.value;
    checkIdentity(decoded.value, address, device);
    const flags: string[] = headerFlags(decoded.value);
    const message = readMessage(upMessages[address.major][topic], decoded.value, flags);
    return {
      device,
      address,
      topic,
      message,
      flags,
      receivedMs,
      replayed: inbound.replayed,
      sentId: sentIdOf(decoded.value),
    };
  };

  const throttle = (device: Registration, topic: UpTopic, nowMs: number) => {
    if (topic !== 'connection' && guard.isQuarantined(device.deviceId, nowMs))
      throw new Reject('QUARANTINED');
    if (!throttled.has(topic)) return;
    const verdict = guard.admit(device.deviceId, nowMs);
    if (verdict === 'USE') return;
    if (verdict === 'SKIP_AND_RAISE') deps.raise(device, '80011');
    throw new Reject('RATE');
  };

  /** The registration from memory, or from the database if memory would refuse the device. */
  const registrationAt = async (
    address: TopicAddress,
    payload: Uint8Array,
  ): Promise<Registration | undefined> => {
    const { serialNumber: sn } = address;
    const { pending, refreshForMessage } = deps.refreshes;
    // Without the database the registration in memory decides.
    await (pending(sn) ?? refreshForMessage(sn)).catch(() => {});
    return (
      registry.bySn(sn) ?? (deps.refreshes.isElsewhere(sn) ? undefined : await deps.enrol(address, payload))
    );
  };

  return {
    receive: async (inbound: Inbound): Promise<void> => {
      // An empty retained message only deletes the earlier one.
      if (inbound.payload.length === 0) return;
      const partial: Partial<Delivery> = {};
      try {
        const target = addressOf(inbound, partial);
        const { serialNumber } = target.address;
        const loaded = deps.refreshes.pending(serialNumber) ? undefined : registry.bySn(serialNumber);
        // No await for a loaded device: this runs for every message.
        const device =
          loaded && isBound(loaded) ? loaded : await registrationAt(target.address, inbound.payload);
        // The server that meets strangers hears the first messages of other servers' robots, too.
        if (!device && deps.refreshes.isElsewhere(serialNumber)) return;
        await deps.deliver(admit(inbound, target, device, partial));
      } catch (error) {
        rejectMessage(error, inbound, partial);
      }
    },
  };
}

/** Reasons that are not faults of the device's messages, so they do not count towards quarantine. */
const uncounted = new Set<RejectReason>(['RATE', 'QUARANTINED', 'REVOKED', 'LATE']);

/**
 * The rules of the broker cannot check the manufacturer, and a payload can claim any
 * (docs/protocol/topics.md#topic-levels).
 */
function checkIdentity(message: Record<string, unknown>, address: TopicAddress, device: Registration): void {
  const { manufacturer, serialNumber } = message;
  const matches = (value: unknown, true_: string) => value === undefined || value === true_;
  if (
    address.manufacturer !== device.manufacturer ||
    !matches(manufacturer, address.manufacturer) ||
    !matches(serialNumber, address.serialNumber)
  )
    throw new Reject('IDENTITY_MISMATCH', JSON.stringify({ manufacturer, serialNumber }).slice(0, 200));
}

function headerFlags(message: Record<string, unknown>): string[] {
  const flags: string[] = [];
  if (typeof message['timestamp'] !== 'string' || Number.isNaN(robotTimeMs(message['timestamp'])))
    flags.push('HEADER:timestamp');
  if (!Number.isInteger(message['headerId'])) flags.push('HEADER:headerId');
  if (message['serialNumber'] === undefined || message['manufacturer'] === undefined)
    flags.push('HEADER:identity');
  return flags;
}

function readMessage(
  schema: z.ZodType,
  value: Record<string, unknown>,
  flags: string[],
): Record<string, unknown> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Reject('SCHEMA', `/${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`);
  }
  // Every message schema is an object.
  const message = parsed.data as Record<string, unknown>;
  for (const key of Object.keys(message))
    if (message[key] === undefined && value[key] !== undefined) flags.push(`FIELD:${key}`);
  return message;
}
