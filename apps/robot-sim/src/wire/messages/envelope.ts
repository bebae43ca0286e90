import {
  formatTopic,
  upTopics,
  type DeviceAddress,
  type Major,
  type UpTopic,
} from '@sweepline/contract/robot';

export interface Identity {
  interfaceName: string;
  major: Major;
  /** As in every header, for example 3.0.0. */
  version: string;
  manufacturer: string;
  serialNumber: string;
}

/** A message ready for the broker. */
export interface Outgoing {
  topic: string;
  name: UpTopic;
  payload: string;
  qos: 0 | 1;
  retain: boolean;
}

/** Adds the envelope (docs/protocol/topics.md#envelope): header ids per topic from 0, and the time of sending. */
export class Envelopes {
  readonly #identity: Identity;
  readonly #headerIds = new Map<UpTopic, number>();

  constructor(identity: Identity) {
    this.#identity = identity;
  }

  get address(): DeviceAddress {
    const { interfaceName, major, manufacturer, serialNumber } = this.#identity;
    return { interfaceName, major, manufacturer, serialNumber };
  }

  lastHeaderId = (name: UpTopic) => Math.max(0, (this.#headerIds.get(name) ?? 0) - 1);

  wrap(name: UpTopic, body: object, nowMs: number): Outgoing {
    const headerId = this.#headerIds.get(name) ?? 0;
    this.#headerIds.set(name, (headerId + 1) % 4_294_967_296);
    const { version, manufacturer, serialNumber } = this.#identity;
    const timestamp = new Date(nowMs).toISOString();
    const { qos, retain } = upTopics[name];
    return {
      topic: formatTopic(this.address, name),
      name,
      payload: JSON.stringify({ headerId, timestamp, version, manufacturer, serialNumber, ...body }),
      qos,
      retain,
    };
  }
}
