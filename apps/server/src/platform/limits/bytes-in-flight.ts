import type { FlightQuota } from './body-limits.ts';

/** Counts bytes in flight per owner and in total. A reservation that does not fit is refused as a whole. */
export function createBytesInFlight(
  { perOwner, total }: FlightQuota,
  onChange: (bytes: number) => void = () => {},
) {
  const byOwner = new Map<string, number>();
  let sum = 0;
  const change = (owner: string, bytes: number) => {
    sum += bytes;
    const own = (byOwner.get(owner) ?? 0) + bytes;
    if (own > 0) byOwner.set(owner, own);
    else byOwner.delete(owner);
    onChange(sum);
  };
  return {
    reserve: (owner: string, bytes: number): boolean => {
      if (sum + bytes > total || (byOwner.get(owner) ?? 0) + bytes > perOwner) return false;
      change(owner, bytes);
      return true;
    },
    release: (owner: string, bytes: number): void => change(owner, -bytes),
  };
}
