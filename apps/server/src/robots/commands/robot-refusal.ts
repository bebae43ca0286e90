import type { ReplyCode } from '@sweepline/contract/robot';
import { isBound, isFrozen, type Registration } from '../identity/registry.ts';
import type { Session } from '../sessions/session.ts';

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
  | 'RELOCATING_ALREADY'
  | 'NOT_RELOCATING'
  | 'NO_WAKE_LINE'
  | 'NO_SIM_CARD'
  | 'BATTERY_LOW'
  | 'NO_POSITION'
  | 'MAP_IN_USE'
  | 'WRONG_STATE'
  | 'FAILED';

/** The gateway refuses a request, with the reason. Handlers turn it into an answer. */
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

/** The reason why a device executes no request, even when offline: frozen, unbinding or not bound. */
export function refusalOfService(device: Registration): RefusalCode | undefined {
  if (device.binding === 'UNBINDING' || !isBound(device)) return 'WRONG_STATE';
  return isFrozen(device) ? 'FROZEN' : undefined;
}

/** The session of a device that can be reached now. Refused when it is offline, has sent no state, is frozen or unbinding. */
export function reachable(session: Session | undefined, { evenFrozen = false } = {}): Session {
  if (!session || session.liveness.state !== 'ONLINE' || !session.state) return refuse('OFFLINE');
  if (session.device.binding === 'UNBINDING' && !evenFrozen) return refuse('WRONG_STATE');
  return isFrozen(session.device) && !evenFrozen ? refuse('FROZEN') : session;
}
