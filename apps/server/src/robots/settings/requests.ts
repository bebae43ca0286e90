import { isRecord, type XRequest } from '@sweepline/contract/robot';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { ReadPushed } from './pushed-document.ts';
import type { SectionKeeper } from './section-keeper.ts';
import type { Session } from '../sessions/session.ts';
import { signedPath } from '../device-http/signed-files.ts';
import type { RunOwner } from '../runs/run-registry.ts';
import { isUuid } from '../intake/uplink-refs.ts';
import type { IdRefusal } from '../intake/uplink-refusals.ts';

interface RequestDeps {
  downlink: Downlink;
  sections: Pick<SectionKeeper, 'pushed'>;
  /** Reads a document that was uploaded as a file. */
  pushed: ReadPushed;
  /** The reason why this device may not name a file; undefined if it may. */
  refusedFile(device: RunOwner, fileId: string): Promise<IdRefusal | undefined>;
  now: Clock;
}
type Answer = { status: 'OK'; result: Record<string, unknown> } | { status: 'ERROR'; code: string };
type Refuse = (refusal: IdRefusal) => void;

const retentionMs = 600_000;
const failed = (code: string): Answer => ({ status: 'ERROR', code });

/**
 * Answers the requests of robots (docs/protocol/journal.md#requests); a repeated request is answered from memory for ten
 * minutes.
 */
export function createRequests(deps: RequestDeps) {
  const { downlink, now } = deps;
  const answers = new Map<string, { answer: Promise<Answer>; atMs: number }>();

  const removeExpired = (nowMs: number): void => {
    for (const [key, { atMs }] of answers) {
      // Entries are ordered by time.
      if (nowMs - atMs < retentionMs) return;
      answers.delete(key);
    }
  };

  const answerOnce = (session: Session, request: XRequest, refuse: Refuse): Promise<Answer> => {
    const nowMs = now().getTime();
    removeExpired(nowMs);
    const key = `${session.device.deviceId}/${request.requestId}`;
    const earlier = answers.get(key);
    if (earlier) return earlier.answer;
    const answer = answerOf(deps, session, request, { nowMs, refuse }).catch(() => {
      // The robot repeats the request in some seconds, which may then succeed.
      answers.delete(key);
      return failed('INTERNAL');
    });
    answers.set(key, { answer, atMs: nowMs });
    return answer;
  };

  return async (session: Session, request: XRequest, refuse: Refuse): Promise<void> => {
    const answer = await answerOnce(session, request, refuse);
    await downlink.send(session, 'xResponse', {
      requestId: request.requestId,
      ...answer,
      serverTime: now().toISOString(),
    });
  };
}

async function answerOf(
  { sections, pushed, refusedFile }: RequestDeps,
  session: Session,
  { type, params }: XRequest,
  { nowMs, refuse }: { nowMs: number; refuse: Refuse },
): Promise<Answer> {
  const { fileId, section, baseVersion, inline } = params;
  if (type === 'time') return { status: 'OK', result: {} };
  if (type !== 'download.url' && type !== 'section.push') return failed('UNSUPPORTED');
  const refusal = isUuid(fileId) ? await refusedFile(session.device, fileId) : undefined;
  if (refusal) {
    refuse(refusal);
    return failed('BAD_PARAMS');
  }
  if (type === 'download.url')
    return isUuid(fileId)
      ? { status: 'OK', result: { url: signedPath(session.device, fileId, nowMs) } }
      : failed('BAD_PARAMS');
  if (section !== 'settings') return failed('UNSUPPORTED');
  if (!Number.isInteger(baseVersion) || Number(baseVersion) < 0) return failed('BAD_PARAMS');
  const document = inline === undefined && isUuid(fileId) ? await pushed(session.device, fileId) : inline;
  if (!isRecord(document)) return failed('BAD_PARAMS');
  const result = await sections.pushed(session, section, Number(baseVersion), document);
  return result ? { status: 'OK', result } : failed('UNSUPPORTED');
}
