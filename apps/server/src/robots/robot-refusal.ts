import type { ReplyCode } from '@sweepline/contract/robot';
import { isFrozen } from './registry.ts';
import type { Session } from './session.ts';

export type RefusalCode =
  | Extract<
      ReplyCode,
      | 'OFFLINE'
      | 'TIMED_OUT'
      | 'UNSUPPORTED'
      | 'MODE_FORBIDS'
      | 'BUSY_REPLENISHING'
      | 'RUN_ACTIVE'
      | 'RELOCATING'
      | 'FROZEN'
      | 'MAP_DIFFERS'
    >
  | 'BATTERY_LOW'
  | 'NO_POSITION'
  | 'WRONG_STATE'
  | 'FAILED';

/** The gateway will not do this now, and why. Handlers turn it into an answer for people. */
export class RobotRefusal extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode) {
    super(code);
    this.code = code;
  }
}

export const refuse = (code: RefusalCode): never => {
  throw new RobotRefusal(code);
};

/** The session of a device that can be asked something now; refused when it is away, not yet heard, or frozen. */
export function reachable(session: Session | undefined, { evenFrozen = false } = {}): Session {
  if (!session || session.liveness.state !== 'ONLINE' || !session.state) return refuse('OFFLINE');
  return isFrozen(session.device) && !evenFrozen ? refuse('FROZEN') : session;
}
