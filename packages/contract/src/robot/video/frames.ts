export const frameHeaderBytes = 20;
const frameVersion = 1;

/** The header of a frame: docs/protocol/video.md#frames. */
export interface FrameHeader {
  sequence: number;
  /** Milliseconds since 1970, UTC. */
  capturedMs: number;
  width: number;
  height: number;
}

export function encodeFrame(header: FrameHeader, jpeg: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(frameHeaderBytes + jpeg.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, frameVersion);
  view.setUint32(4, header.sequence);
  view.setBigUint64(8, BigInt(header.capturedMs));
  view.setUint16(16, header.width);
  view.setUint16(18, header.height);
  bytes.set(jpeg, frameHeaderBytes);
  return bytes;
}

/** The header of a frame; undefined if it is none of this version with a JPEG behind it. */
export function readFrameHeader(bytes: Uint8Array): FrameHeader | undefined {
  if (bytes.byteLength < frameHeaderBytes + 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isJpeg = view.getUint16(frameHeaderBytes) === 0xff_d8;
  const capturedMs = Number(view.getBigUint64(8));
  if (view.getUint8(0) !== frameVersion || !isJpeg || !Number.isSafeInteger(capturedMs)) return undefined;
  return {
    sequence: view.getUint32(4),
    capturedMs,
    width: view.getUint16(16),
    height: view.getUint16(18),
  };
}
