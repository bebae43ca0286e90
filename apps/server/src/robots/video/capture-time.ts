/** Up to this difference the clock of a robot counts as right (docs/protocol/journal.md#clocks). */
const toleratedMs = 2_000;
/** Where a frame has its capture time: docs/protocol/video.md#frames. */
const capturedAt = 8;

/**
 * When a picture was taken, by the server's clock. A robot without an estimate of that clock sends its own time, which
 * shows the same error as its messages. No picture is from the future.
 */
export function serverTimeOf(capturedMs: number, arrivedMs: number, skewMs: number): number {
  const lateMs = arrivedMs - capturedMs;
  const isOwnTime = Math.abs(skewMs) > toleratedMs && Math.abs(lateMs - skewMs) < Math.abs(lateMs);
  return Math.min(arrivedMs, isOwnTime ? capturedMs + skewMs : capturedMs);
}

/** Puts the server's time into the header of a frame that begins at `offset`. */
export function correctCaptureTime(bytes: Buffer, offset: number, arrivedMs: number, skewMs: number): void {
  const capturedMs = Number(bytes.readBigUInt64BE(offset + capturedAt));
  bytes.writeBigUInt64BE(BigInt(serverTimeOf(capturedMs, arrivedMs, skewMs)), offset + capturedAt);
}
