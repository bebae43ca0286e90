import { createRequire } from 'node:module';
import type * as webcodecs from '@napi-rs/webcodecs';
import type { Picture } from './picture.ts';

type Codecs = typeof webcodecs;
const bitsPerS = 800_000;
/** A key frame at least this often, so that the relay always has a recent one. */
const keyFrameEveryMs = 4_000;

let loaded: Codecs | null | undefined;

/** The codecs of the optional package; null on a machine without its binary. */
function codecs(): Codecs | null {
  if (loaded !== undefined) return loaded;
  try {
    // A static import would end the simulator where the package is missing; an import() cannot be awaited by a report.
    loaded = createRequire(import.meta.url)('@napi-rs/webcodecs') as Codecs;
  } catch {
    loaded = null;
  }
  return loaded;
}

/** Whether this machine can encode VP8. */
export const canEncodeVp8 = (): boolean => codecs() !== null;

const withFourBytes = ({ data, width, height }: Picture): Uint8Array => {
  const bytes = new Uint8Array(width * height * 4);
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    bytes[to] = data[from]!;
    bytes[to + 1] = data[from + 1]!;
    bytes[to + 2] = data[from + 2]!;
  }
  return bytes;
};

/** Encodes the pictures of one camera. `onFrame` gets each with the time at which it was taken. */
export class Vp8Encoder {
  readonly #codecs: Codecs;
  readonly #encoder: webcodecs.VideoEncoder;
  readonly #fps: number;
  #isConfigured = false;
  #isKeyFrameDue = true;
  #keyFrameMs = 0;

  constructor(fps: number, onFrame: (vp8: Buffer, capturedMs: number) => void) {
    const present = codecs();
    if (!present) throw new Error('this machine has no VP8 encoder');
    this.#codecs = present;
    this.#fps = fps;
    this.#encoder = new present.VideoEncoder({
      output: (chunk: webcodecs.EncodedVideoChunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        onFrame(Buffer.from(bytes.buffer), chunk.timestamp / 1000);
      },
      error: () => {},
    });
  }

  requestKeyFrame() {
    this.#isKeyFrameDue = true;
  }

  /** Frames that are not encoded yet. */
  get waiting(): number {
    return this.#encoder.encodeQueueSize;
  }

  encode(picture: Picture, capturedMs: number) {
    const { width, height } = picture;
    if (!this.#isConfigured) {
      const rate = { bitrate: bitsPerS, framerate: this.#fps, latencyMode: 'realtime' as const };
      this.#encoder.configure({ codec: 'vp8', width, height, ...rate });
      this.#isConfigured = true;
    }
    const frame = new this.#codecs.VideoFrame(withFourBytes(picture), {
      format: 'RGBX',
      codedWidth: width,
      codedHeight: height,
      timestamp: capturedMs * 1000,
    });
    const keyFrame = this.#isKeyFrameDue || capturedMs - this.#keyFrameMs > keyFrameEveryMs;
    if (keyFrame) this.#keyFrameMs = capturedMs;
    this.#isKeyFrameDue = false;
    this.#encoder.encode(frame, { keyFrame });
    frame.close();
  }

  close() {
    if (this.#encoder.state !== 'closed') this.#encoder.close();
  }
}
