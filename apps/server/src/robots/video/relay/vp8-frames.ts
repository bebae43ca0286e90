import { Vp8RtpPayload, type RtpPacket } from 'werift';

/** One picture. */
export interface Vp8Frame {
  data: Buffer;
  isKey: boolean;
  timestamp: number;
}

/** Packets wait for one that is missing, which the robot may repeat; then it is lost. */
const maxWaitMs = 500;
const maxWaiting = 256;
const sequenceNumbers = 2 ** 16;

const read = (payload: Buffer): Vp8RtpPayload | undefined => {
  try {
    return Vp8RtpPayload.deSerialize(payload);
  } catch {
    return undefined;
  }
};

export const isKeyFrameStart = ({ payload }: RtpPacket): boolean => {
  const vp8 = read(payload);
  return vp8 !== undefined && vp8.isKeyframe && vp8.isPartitionHead;
};

/** The start code of a key frame, and behind it width and height. */
const startCode = Buffer.from([0x9d, 0x01, 0x2a]);

/** The size of the pictures that follow a key frame; undefined for what is none. */
export function sizeOf(data: Buffer): { width: number; height: number } | undefined {
  if (data.length < 10 || !data.subarray(3, 6).equals(startCode)) return undefined;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/**
 * Joins packets to pictures, in the order of the robot, from a key frame on. After a packet that was lost it goes on with the next key
 * frame: the pictures between are not whole.
 */
export function createVp8Frames(onFrame: (frame: Vp8Frame) => void, onLoss: () => void) {
  const waiting = new Map<number, { packet: RtpPacket; arrivedMs: number }>();
  let next: number | undefined;
  let parts: Buffer[] = [];
  let isKey = false;

  const aheadOf = (sequence: number, from: number) => (sequence - from + sequenceNumbers) % sequenceNumbers;
  const take = ({ header, payload }: RtpPacket) => {
    next = (header.sequenceNumber + 1) % sequenceNumbers;
    const vp8 = read(payload);
    if (!vp8) return;
    if (vp8.isPartitionHead) {
      parts = [];
      isKey = vp8.isKeyframe;
    }
    parts.push(vp8.payload);
    if (!header.marker) return;
    onFrame({ data: Buffer.concat(parts), isKey, timestamp: header.timestamp });
    parts = [];
  };
  const lose = (from: number) => {
    const rest = [...waiting.values()].toSorted(
      (one, other) =>
        aheadOf(one.packet.header.sequenceNumber, from) - aheadOf(other.packet.header.sequenceNumber, from),
    );
    waiting.clear();
    next = undefined;
    parts = [];
    onLoss();
    for (const { packet, arrivedMs } of rest) add(packet, arrivedMs);
  };
  const add = (packet: RtpPacket, arrivedMs: number): void => {
    const { sequenceNumber } = packet.header;
    if (next === undefined && !isKeyFrameStart(packet)) return;
    next ??= sequenceNumber;
    // One that comes twice, or too late.
    if (aheadOf(sequenceNumber, next) >= sequenceNumbers / 2) return;
    waiting.set(sequenceNumber, { packet, arrivedMs });
    for (let found = waiting.get(next); found; found = waiting.get(next)) {
      waiting.delete(next);
      take(found.packet);
    }
    const [oldest] = waiting.values();
    if (oldest && (waiting.size > maxWaiting || arrivedMs - oldest.arrivedMs > maxWaitMs)) lose(next);
  };
  return { add };
}
