const maxLateness = 1000;

/**
 * Whether a message is older than the last of its session. A larger step back is a restart; a wrap counts as a step
 * forward.
 */
export function isLate(lastHeaderId: number | undefined, headerId: number): boolean {
  if (lastHeaderId === undefined) return false;
  const behind = lastHeaderId - headerId;
  return behind > 0 && behind <= maxLateness;
}
