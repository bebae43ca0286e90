import { Vp8Packetizer, type RtpPacket } from 'werift';
import { beforeEach, expect, test } from 'vitest';
import { createVp8Frames, type Vp8Frame } from './vp8-frames.ts';

let frames: Vp8Frame[];
let losses: number;
let assembler: ReturnType<typeof createVp8Frames>;
let packetizer: Vp8Packetizer;
beforeEach(() => {
  [frames, losses] = [[], 0];
  packetizer = new Vp8Packetizer();
  assembler = createVp8Frames(
    (frame) => frames.push(frame),
    () => losses++,
  );
});

/** Three packets. */
const packetsOf = (timestamp: number, isKey = false): RtpPacket[] => {
  const data = Buffer.alloc(2_500, timestamp);
  data[0] = isKey ? 0x10 : 0x11;
  return packetizer.packetize(data, timestamp);
};
const add = (packets: readonly RtpPacket[], atMs = 0) =>
  packets.forEach((packet) => assembler.add(packet, atMs));
const timestamps = () => frames.map(({ timestamp }) => timestamp);

test('pictures begin with a key frame and are whole', () => {
  add(packetsOf(1));
  add(packetsOf(2, true));
  add(packetsOf(3));
  expect(frames.map(({ timestamp, isKey, data }) => [timestamp, isKey, data.length])).toEqual([
    [2, true, 2_500],
    [3, false, 2_500],
  ]);
});

test('packets in another order, and packets that come twice, give the same pictures', () => {
  const [key, delta, next] = [packetsOf(1, true), packetsOf(2), packetsOf(3)];
  add(key);
  add([...next, delta[2]!, delta[0]!, delta[0]!, delta[1]!, ...key]);
  expect(timestamps()).toEqual([1, 2, 3]);
  expect(losses).toBe(0);
});

test('after a packet that does not come, pictures are left out until the next key frame', () => {
  const [key, delta, next] = [packetsOf(1, true), packetsOf(2), packetsOf(3)];
  add(key);
  add(delta.slice(1));
  add(next, 400);
  expect([timestamps(), losses]).toEqual([[1], 0]);
  add(packetsOf(4), 600);
  expect([timestamps(), losses]).toEqual([[1], 1]);
  add(packetsOf(5, true), 700);
  add(packetsOf(6), 700);
  expect(timestamps()).toEqual([1, 5, 6]);
});

test('a key frame that arrived while a packet was missing is not lost', () => {
  add(packetsOf(1, true));
  packetsOf(2);
  add(packetsOf(3, true), 100);
  add(packetsOf(4), 700);
  expect([timestamps(), losses]).toEqual([[1, 3, 4], 1]);
});
