import type { DeviceLive } from '@sweepline/contract';
import { ownInterface, type Declared, type DeviceAddress, type Vehicle } from '@sweepline/contract/robot';
import { codecV2 } from '../protocol/codec-v2.ts';
import { codecV3 } from '../protocol/codec-v3.ts';
import { robotTimeMs } from '../protocol/robot-time.ts';
import { initialLiveness, type Liveness } from './liveness.ts';
import type { Registration } from '../identity/registry.ts';
import type { Abilities, Codec, RobotState } from '../protocol/robot-state.ts';
import { unseenLive } from '../../features/devices/devices/device-service.ts';

/** The gateway's state of one device, in memory. */
export interface Session {
  device: Registration;
  /** The address of its topics, also used to send to it. */
  address: DeviceAddress;
  /**
   * As the vehicle sends it: some vehicles accept no other value in the header
   * (docs/protocol/vda-vehicles.md#what-the-server-sends).
   */
  version: string;
  codec: Codec;
  liveness: Liveness;
  /** The last state and its arrival; nothing is sent to a version 2 vehicle before its first one. */
  state: RobotState | undefined;
  stateAtMs: number;
  abilities: Abilities | undefined;
  /** What its `xReported` declares; undefined before the first. */
  said: Pick<Declared, 'capabilities' | 'cleaning'> | undefined;
  live: DeviceLive;
  /** Increases with every change of `live`. */
  revision: number;
  headerIds: Map<string, number>;
  /** Received minus sent of the last 20 live messages, milliseconds (docs/protocol/journal.md#clocks). */
  skews: number[];
  /** Whether it uses the vendor topics; a stock vehicle must not be sent any. */
  vendor: boolean;
  /** A robot reports its mode; for other vehicles it is derived from the state. */
  reportsMode: boolean;
  phase: string;
  /** Whether the robot reports the path of its runs; its single positions are then not recorded. */
  sendsPath: boolean;
  /** Open alarms by their identity. */
  alarms: Map<string, { code: string; level: number }>;
  /** The first twenty battery values: if all are between 0 and 1, the vehicle reports a fraction. */
  batterySamples: number[];
  batteryIsFraction: boolean;
  lastHistoryMs: number;
  /** The number of its SIM card; empty until reported. */
  iccid: string;
}

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
  said: undefined,
  live: unseenLive(device.deviceId),
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

/** Sets the address, version and codec that the vehicle uses. */
export function setProtocol(session: Session, address: DeviceAddress, version: string): void {
  session.address = address;
  if (version) session.version = version;
  session.codec = address.major === 'v2' ? codecV2 : codecV3;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** How far the device's clock is behind the server's, milliseconds. */
export const skewOf = (session: Session) => median(session.skews);

/** Whether no message of late was further off than this; then the clock is not either. It costs a tenth of `skewOf`. */
export const isSkewWithin = ({ skews }: Session, toleratedMs: number) =>
  skews.every((skew) => Math.abs(skew) <= toleratedMs);

export function noteClock(session: Session, sentAt: string, receivedMs: number): void {
  const sentMs = robotTimeMs(sentAt);
  if (Number.isNaN(sentMs)) return;
  session.skews.push(receivedMs - sentMs);
  if (session.skews.length > 20) session.skews.shift();
}

/** Robots did not exist before this time; an earlier clock was never set. */
const earliestMs = Date.UTC(2000, 0);

/**
 * The correction of a robot's times by the time of its message; 0 while its clock is within 2 s
 * (docs/protocol/journal.md#clocks).
 */
export function correctionMs(sentAt: string, receivedMs: number): number {
  const offMs = receivedMs - robotTimeMs(sentAt);
  return Math.abs(offMs) > 2000 ? offMs : 0;
}

/**
 * The time of an event on the server's clock: the robot's time, corrected if its clock is more than 2 s off
 * (docs/protocol/journal.md#clocks).
 */
export function eventTime(occurredAt: string, sentAt: string, receivedMs: number): Date {
  const occurredMs = robotTimeMs(occurredAt);
  if (!(occurredMs >= earliestMs)) return new Date(receivedMs);
  return new Date(Math.min(receivedMs, occurredMs + correctionMs(sentAt, receivedMs)));
}

/** What tells the capabilities of the device: what its factsheet says, also before that is stored. */
export const vehicleOf = (session: Session): Vehicle => {
  const { device, abilities } = session;
  return {
    model: device.model,
    protocol: device.protocol,
    actions: abilities?.actions ? [...abilities.actions] : null,
    declared: declaredOf(session),
  };
};

/** What the device says besides its actions; null before its first document. */
export const declaredOf = ({ abilities, said }: Session): Declared | null =>
  abilities || said
    ? {
        capabilities: said?.capabilities ?? null,
        cleaning: said?.cleaning ?? null,
        widthM: abilities?.widthM ?? null,
        maxSpeedMps: abilities?.maxSpeedMps ?? null,
      }
    : null;
