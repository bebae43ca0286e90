import { timingSafeEqual } from 'node:crypto';
import { isPermitted, type Stream } from './video-stream.ts';

/** The same camera over WebRTC, beside its JPEG stream, whose viewers it serves. */
export interface WebrtcStream {
  id: string;
  base: Stream;
  tokenHash: string;
  tokenUntilMs: number;
  isTokenUsed: boolean;
  /** Its viewers: views of the base. */
  viewIds: Set<string>;
  /** Since when it has no viewer. */
  leftMs: number;
  /** Resolves when the relay can serve viewers, to whether it can. */
  published: Promise<boolean>;
  settle(isPublished: boolean): void;
  /** The relay has pictures of it. */
  isLive: boolean;
}

/** A stream without viewers goes on for this time. */
const lingerMs = 8_000;

export function redeemToken(stream: WebrtcStream, tokenHash: string, nowMs: number): boolean {
  const isSame = timingSafeEqual(Buffer.from(stream.tokenHash, 'hex'), Buffer.from(tokenHash, 'hex'));
  const isValid = isSame && !stream.isTokenUsed && nowMs <= stream.tokenUntilMs;
  if (isValid) stream.isTokenUsed = true;
  return isValid;
}

/** The viewers that must get no more pictures: their view ended, or their right is not confirmed. */
export const lostViewers = ({ base, viewIds }: WebrtcStream, nowMs: number): string[] =>
  [...viewIds].filter((id) => {
    const view = base.views.get(id);
    return !view || !isPermitted(view, nowMs);
  });

/** A recording needs the stream as a viewer does. */
export const isOver = (
  { base, viewIds, leftMs }: WebrtcStream,
  isRecorded: boolean,
  nowMs: number,
): boolean => base.ending !== undefined || (viewIds.size === 0 && !isRecorded && nowMs - leftMs > lingerMs);
