import type { XRequest } from '@sweepline/contract/robot';
import type { Clock } from '../platform/clock.ts';
import type { Downlink } from './downlink.ts';
import type { Session } from './session.ts';

/** Answers what a robot asks (2.1.6). The answers so far depend on nothing, so a repeated request is answered again. */
export function answerRequest(
  downlink: Downlink,
  session: Session,
  request: XRequest,
  now: Clock,
): Promise<void> {
  const answer =
    request.type === 'time'
      ? { status: 'OK', result: {} }
      : { status: 'ERROR', code: 'UNSUPPORTED', result: {} };
  return downlink.send(session, 'xResponse', {
    requestId: request.requestId,
    ...answer,
    serverTime: now().toISOString(),
  });
}
