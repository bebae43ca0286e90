import type { DeviceLive } from '@sweepline/contract';
import { ownInterface, type DeviceAddress } from '@sweepline/contract/robot';
import { codecV2 } from '../protocol/codec-v2.ts';
import { codecV3 } from '../protocol/codec-v3.ts';
import { initialLiveness, type Liveness } from './liveness.ts';
import type { Registration } from '../identity/registry.ts';
import type { Abilities, Codec, RobotState } from '../protocol/robot-state.ts';

/** Everything the gateway keeps in memory about one device. */
export interface Session {
  device: Registration;
  /** Where it speaks, and so where it listens. */
  address: DeviceAddress;
  /** Exactly what the vehicle sends: some accept nothing else in the header (3.2). */
  version: string;
  codec: Codec;
  liveness: Liveness;
  /** The last state and when it came; nothing is sent to a version 2 vehicle before its first one. */
  state: RobotState | undefined;
  stateAtMs: number;
  abilities: Abilities | undefined;
  live: DeviceLive;
  /** Rises with every change of `live`. */
  revision: number;
  headerIds: Map<string, number>;
  /** Of the last 20 live messages, received minus sent, milliseconds (2.1.9). */
  skews: number[];
  /** Speaks our vendor topics; a stock vehicle must never be sent any. */
  vendor: boolean;
  /** A robot says its mode; for other vehicles it is derived from the state. */
  reportsMode: boolean;
  phase: string;
  /** Tells the way of its runs itself, so that nothing is made of the places it says now and then. */
  sendsPath: boolean;
  /** Open alarms: identity to level. */
  alarms: Map<string, number>;
  /** The first twenty charges: when all lie between 0 and 1, the vehicle means a fraction, not percent. */
  batterySamples: number[];
  batteryIsFraction: boolean;
  lastHistoryMs: number;
  /** Of its SIM card, as it told it; empty while it told none. */
  iccid: string;
}

const emptyLive = (deviceId: string): DeviceLive => ({
  deviceId,
  connection: { state: 'OFFLINE', reason: '', since: null, lastSeenAt: null },
  mode: null,
  battery: null,
  position: null,
  tanks: null,
  network: null,
  cleaning: null,
  run: null,
  versions: null,
  consumables: null,
  errors: null,
  conformance: [],
});

export const newSession = (device: Registration): Session => ({
  device,
  address: {
    interfaceName: ownInterface,
    major: device.protocol,
    manufacturer: device.manufacturer,
    serialNumber: device.sn,
  },
  version: device.protocol === 'v2' ? '2.0.0' : '3.0.0',
  codec: device.protocol === 'v2' ? codecV2 : codecV3,
  liveness: initialLiveness,
  state: undefined,
  stateAtMs: 0,
  abilities: undefined,
  live: emptyLive(device.deviceId),
  revision: 0,
  headerIds: new Map(),
  skews: [],
  vendor: false,
  reportsMode: false,
  phase: '',
  sendsPath: false,
  alarms: new Map(),
  batterySamples: [],
  batteryIsFraction: false,
  lastHistoryMs: 0,
  iccid: '',
});

/** Takes over where and how a vehicle speaks; it is answered in kind. */
export function setProtocol(session: Session, address: DeviceAddress, version: string): void {
  session.address = address;
  if (version) session.version = version;
  session.codec = address.major === 'v2' ? codecV2 : codecV3;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** How far the device's clock is behind ours, milliseconds. */
export const skewOf = (session: Session) => median(session.skews);

export function noteClock(session: Session, sentAt: string, receivedMs: number): void {
  const sentMs = Date.parse(sentAt);
  if (Number.isNaN(sentMs)) return;
  session.skews.push(receivedMs - sentMs);
  if (session.skews.length > 20) session.skews.shift();
}

/** Before this no robot of ours was made; a clock that says so was never set. */
const earliestMs = Date.UTC(2000, 0);

/** What is to be added to the times of a robot that dated a message so; nothing while its clock is within 2 s of ours (2.1.9). */
export function correctionMs(sentAt: string, receivedMs: number): number {
  const offMs = receivedMs - Date.parse(sentAt);
  return Math.abs(offMs) > 2000 ? offMs : 0;
}

/** When something happened by our clock: the robot's word, corrected when its clock is more than 2 s off (2.1.9). */
export function eventTime(occurredAt: string, sentAt: string, receivedMs: number): Date {
  const occurredMs = Date.parse(occurredAt);
  if (!(occurredMs >= earliestMs)) return new Date(receivedMs);
  return new Date(Math.min(receivedMs, occurredMs + correctionMs(sentAt, receivedMs)));
}
