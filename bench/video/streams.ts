import { bytesOfId } from '../../apps/server/src/features/remote/video/video-channel-service.ts';
import { encodeFrame } from '../../packages/contract/src/robot/video/frames.ts';

export const cameras = 100;
const viewersOfCamera = 5;
export const viewers = cameras * viewersOfCamera;

/** The id of the session of a camera. */
export const sessionId = (camera: number) => `0190d003-0000-7000-8000-${String(camera).padStart(12, '0')}`;

/** A picture of 25 KB, which 640 × 360 px have, behind the id of its session. */
const jpeg = Buffer.alloc(25_000, 0x55);
const frameOf = (camera: number, sequence: number): Buffer =>
  Buffer.concat([
    bytesOfId(sessionId(camera)),
    encodeFrame({ sequence, capturedMs: Date.now(), width: 640, height: 360 }, jpeg),
  ]);

/** A socket with the bytes that the network has not taken. */
interface Client {
  readonly bufferedAmount: number;
}
const maxUnsent = 24 * 1_024;

export interface Flood {
  ms: number;
}
/** Pictures of one camera and of those after it at their rate, whether the sockets take them or not. */
export interface Paced extends Flood {
  camera: number;
  /** One by default. */
  count?: number;
  fps: number;
}

/** Carries out what the parent orders: one frame of each camera after the other, as many as the sockets take. */
export function floodOnOrder(
  clients: () => Iterable<Client>,
  publish: (camera: number, frame: Buffer) => void,
): void {
  let sequence = 0;
  const flood = async (untilMs: number) => {
    while (performance.now() < untilMs) {
      for (let camera = 0; camera < cameras; camera += 1) publish(camera, frameOf(camera, sequence));
      sequence += 1;
      // A viewer with unsent bytes would lose the frame; here all of them read as fast as they can.
      do await new Promise((done) => setTimeout(done, 1));
      while ([...clients()].some(({ bufferedAmount }) => bufferedAmount > maxUnsent));
    }
  };
  const pace = ({ ms, camera, count = 1, fps }: Paced) => {
    let sent = 0;
    const paced = Array.from({ length: count }, (_, n) => camera + n);
    const publishAll = () => {
      for (const it of paced) publish(it, frameOf(it, sent));
      sent += 1;
    };
    const timer = setInterval(publishAll, 1_000 / fps);
    setTimeout(() => {
      clearInterval(timer);
      process.send?.({ sent });
    }, ms);
  };
  process.on('message', (order: Flood | Paced) => {
    if ('fps' in order) return pace(order);
    void flood(performance.now() + order.ms).then(() => process.send?.({ done: true }));
  });
}
