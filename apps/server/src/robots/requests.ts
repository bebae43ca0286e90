import type { XRequest } from '@sweepline/contract/robot';
import type { Clock } from '../platform/clock.ts';
import type { Downlink } from './downlink.ts';
import type { Session } from './session.ts';
import { signedPath } from './signed-files.ts';

/** Answers what a robot asks (2.1.6). Answers depend on nothing that changes, so a repeated request is answered again. */
export function answerRequest(
  downlink: Downlink,
  session: Session,
  request: XRequest,
  now: Clock,
): Promise<void> {
  return downlink.send(session, 'xResponse', {
    requestId: request.requestId,
    ...answerOf(session, request, now().getTime()),
    serverTime: now().toISOString(),
  });
}

function answerOf(session: Session, request: XRequest, nowMs: number) {
  const { fileId } = request.params;
  if (request.type === 'time') return { status: 'OK', result: {} };
  if (request.type === 'download.url' && typeof fileId === 'string' && /^[0-9a-f-]{36}$/.test(fileId))
    return { status: 'OK', result: { url: signedPath(session.device, fileId, nowMs) } };
  return { status: 'ERROR', code: request.type === 'download.url' ? 'BAD_PARAMS' : 'UNSUPPORTED' };
}
