import type { DeviceLive } from '@sweepline/contract';
import type { Session } from './session.ts';

/** Sets groups of the live state. Returns true for a material change, which is written and published at once. */
export function setLive(session: Session, groups: Partial<DeviceLive>, material = false): boolean {
  session.live = { ...session.live, ...groups };
  session.revision += 1;
  return material;
}

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
