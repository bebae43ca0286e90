import type { RejectReason } from '@sweepline/contract/robot';
import type { RefusedSignIn } from '../identity/connection-refusals.ts';

/** A message from a device, as received from a broker. */
export interface Inbound {
  topic: string;
  payload: Uint8Array;
  /** The broker repeats a retained message: it describes an earlier time. */
  replayed: boolean;
  /** As the robot sent it; an outside broker does not tell. */
  qos?: number;
  retain?: boolean;
}

/**
 * The interface to a broker. The embedded and an outside broker behave alike, and the callers do not distinguish them
 * (docs/protocol/connecting.md#outside-broker).
 */
export interface Link {
  /** Where devices connect. */
  url: string;
  /** Ports of the encrypted listeners: for a password, and for a certificate. */
  tlsPorts?: { password: number | undefined; certificate: number | undefined };
  /** Resolves when the broker has accepted the message; this does not confirm that the robot has it. */
  publish(topic: string, payload: string, options?: { retain?: boolean; qos?: 0 | 1 }): Promise<void>;
  /** The address of this machine to which a device is connected; unknown with an outside broker. */
  reachedAt?(serialNumber: string): string | undefined;
  /** Receives the messages of these devices, or no longer. A broker of this process delivers those of every device. */
  follow?(serialNumbers: readonly string[]): Promise<void>;
  unfollow?(serialNumbers: readonly string[]): Promise<void>;
  /** Receives the first messages of devices that no server follows; one server of the installation does. */
  meetStrangers?(meets: boolean): Promise<void>;
  /** What an outside broker does not deliver to this server; a broker of this process delivers everything. */
  gaps?(): DeliveryGaps;
  /** Whether an outside broker keeps dots in the levels of topics; undefined while that is unknown. */
  keepsDots?(): boolean | undefined;
  /** Closes the connection of a device whose credential is no longer valid. */
  disconnect(serialNumber: string): void;
  close(): Promise<void>;
}

export interface DeliveryGaps {
  /** Devices to whose topics the broker refused a subscription. */
  serialNumbers: readonly string[];
  /** Topics that the broker delivers of no device. */
  topics: readonly string[];
  /** Messages of devices that are not registered are refused to the server that would meet them. */
  missesStrangers: boolean;
}

export interface LinkEvents {
  /** The broker acknowledges the message to the device when this resolves, after the commit. */
  receive(message: Inbound): Promise<void>;
  /** A forbidden attempt of a device; it is counted and never fatal. */
  refused(reason: RejectReason, details: { topic: string; serialNumber: string; detail: string }): void;
  /** A client that was not let in; an outside broker does not tell. */
  signInRefused(refused: RefusedSignIn): void;
  /** A second connection with a credential that is already connected. */
  tookOver(serialNumber: string): void;
  /** The connection of this server with an outside broker was made or lost. */
  reached?(isReached: boolean): void;
  /** `gaps` of the link differs from before. */
  gapsChanged?(): void;
  /** The broker ends connections at messages that the server sends to itself, so its rules cannot be tried. */
  probeRefused?(): void;
}
