import { refuse, type RefusalCode } from '../../robots-port/robot-refusal.ts';
import { isBound, isFrozen, type Registration } from '../identity/registry.ts';
import type { Session } from '../sessions/session.ts';

/** The reason why a device executes no request, even when offline: frozen, unbinding or not bound. */
export function refusalOfService(device: Registration): RefusalCode | undefined {
  if (device.binding === 'UNBINDING' || !isBound(device)) return 'WRONG_STATE';
  return isFrozen(device) ? 'FROZEN' : undefined;
}

/** The session of a device that can be reached now. Refused when it is offline, has sent no state, is frozen or unbinding. */
export function reachable(session: Session | undefined, { evenFrozen = false } = {}): Session {
  if (!session || session.liveness.state !== 'ONLINE') return refuse('OFFLINE');
  if (!session.state) return refuse('NO_STATE');
  if (session.device.binding === 'UNBINDING' && !evenFrozen) return refuse('WRONG_STATE');
  return isFrozen(session.device) && !evenFrozen ? refuse('FROZEN') : session;
}
