import { isRecord, type XRequest } from '@sweepline/contract/robot';
import type { Clock } from '../platform/clock.ts';
import type { Downlink } from './downlink.ts';
import type { ReadPushed } from './pushed-document.ts';
import type { SectionKeeper } from './section-keeper.ts';
import type { Session } from './session.ts';
import { signedPath } from './signed-files.ts';

interface RequestDeps {
  downlink: Downlink;
  sections: Pick<SectionKeeper, 'pushed'>;
  /** A document that was brought as a file. */
  pushed: ReadPushed;
  now: Clock;
}
type Answer = { status: 'OK'; result: Record<string, unknown> } | { status: 'ERROR'; code: string };

const keptMs = 600_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);
const failed = (code: string): Answer => ({ status: 'ERROR', code });

/** Answers what a robot asks (2.1.6); a repeated request is answered from memory for ten minutes. */
export function openRequests({ downlink, sections, pushed, now }: RequestDeps) {
  const given = new Map<string, { answer: Promise<Answer>; atMs: number }>();

  const forgetOld = (nowMs: number): void => {
    for (const [key, { atMs }] of given) {
      // Entries stand in the order of their moments.
      if (nowMs - atMs < keptMs) return;
      given.delete(key);
    }
  };

  const answerOnce = (session: Session, request: XRequest): Promise<Answer> => {
    const nowMs = now().getTime();
    forgetOld(nowMs);
    const key = `${session.device.deviceId}/${request.requestId}`;
    const known = given.get(key);
    if (known) return known.answer;
    const answer = answerOf({ sections, pushed }, session, request, nowMs).catch(() => {
      // It is asked again in some seconds; then it may go.
      given.delete(key);
      return failed('INTERNAL');
    });
    given.set(key, { answer, atMs: nowMs });
    return answer;
  };

  return async (session: Session, request: XRequest): Promise<void> => {
    const answer = await answerOnce(session, request);
    await downlink.send(session, 'xResponse', {
      requestId: request.requestId,
      ...answer,
      serverTime: now().toISOString(),
    });
  };
}

async function answerOf(
  { sections, pushed }: Pick<RequestDeps, 'sections' | 'pushed'>,
  session: Session,
  { type, params }: XRequest,
  nowMs: number,
): Promise<Answer> {
  const { fileId, section, baseVersion, inline } = params;
  if (type === 'time') return { status: 'OK', result: {} };
  if (type === 'download.url')
    return isId(fileId)
      ? { status: 'OK', result: { url: signedPath(session.device, fileId, nowMs) } }
      : failed('BAD_PARAMS');
  if (type !== 'section.push' || section !== 'settings') return failed('UNSUPPORTED');
  if (!Number.isInteger(baseVersion) || Number(baseVersion) < 0) return failed('BAD_PARAMS');
  const document = inline === undefined && isId(fileId) ? await pushed(session.device, fileId) : inline;
  if (!isRecord(document)) return failed('BAD_PARAMS');
  const result = await sections.pushed(session, section, Number(baseVersion), document);
  return result ? { status: 'OK', result } : failed('UNSUPPORTED');
}
