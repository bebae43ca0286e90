import type { RejectReason } from '@sweepline/contract/robot';

/** A message from a device, as a broker hands it over. */
export interface Inbound {
  topic: string;
  payload: Uint8Array;
  /** The broker repeats a retained message: true of some earlier moment, not of now. */
  replayed: boolean;
}

/**
 * What the gateway needs of a broker. The embedded one and an outside one behave alike; nothing above this line may know
 * which it is (D10).
 */
export interface Link {
  /** Where devices connect. */
  url: string;
  /** Ports of the encrypted listeners: for a password, and for a certificate. */
  tlsPorts?: { password: number | undefined; certificate: number | undefined };
  /** Resolves when the broker has taken the message. That a robot got it, only the robot can say. */
  publish(topic: string, payload: string, options?: { retain?: boolean; qos?: 0 | 1 }): Promise<void>;
  /** The address of this machine under which a device is connected; an outside broker keeps that to itself. */
  reachedAt?(serialNumber: string): string | undefined;
  /** Ends the connection of a device whose credential is no longer good. */
  disconnect(serialNumber: string): void;
  close(): Promise<void>;
}

export interface LinkEvents {
  /** The broker acknowledges the message to the device when this resolves: after the commit (architecture 3, rule 1). */
  receive(message: Inbound): Promise<void>;
  /** Counted, never fatal: what a device tried and may not. */
  refused(reason: RejectReason, details: { topic: string; serialNumber: string; detail: string }): void;
  /** The same credential connected while it was connected already. */
  tookOver(serialNumber: string): void;
}
