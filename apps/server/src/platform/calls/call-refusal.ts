import { errors, onlyReads, type Call } from '@sweepline/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditEntry, type Occasion } from '../audit/audit.ts';
import type { CallDeps } from './services.ts';
import { languageOf, refused } from './envelope.ts';
import { FileFault } from '../files/file-fault.ts';
import { RequestRefusal, TooManyPublicCalls } from '../http/request-refusal.ts';
import { isStorageFull, isTransport, refusalOf } from './error-mapping.ts';

const isPublicWrite = (call: Call) => call.allow === 'everyone' && !onlyReads(call);

/** Answers a refused or failed call and stores its audit entry. */
export async function refuseCall(
  deps: CallDeps,
  occasion: Occasion,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { call, account } = occasion;
  const refusal = refusalOf(error);
  // HTTP itself reports transport errors such as a body that is too large.
  if (!refusal && isTransport(error)) throw error;
  if (!refusal || isStorageFull(error) || error instanceof FileFault)
    request.log.error({ err: error, call: call.path }, 'a call failed');
  const reason = refusal?.reason ?? 'internal';
  const flood = refusal instanceof TooManyPublicCalls;
  const entry = () =>
    auditEntry(occasion, errors[reason].code, reason, { input: request.body ?? request.query });
  if (account) deps.refusals.add(entry());
  // Anonymous refusals are audited only for public write calls; expired sessions would flood the log.
  else if (flood || isPublicWrite(call)) deps.publicLimit.refuse(entry(), { flood });
  const statusCode = refusal instanceof RequestRefusal ? refusal.statusCode : 200;
  const closesConnection = deps.bodies.isTooLongToDrain(request);
  await deps.refusalDelay.wait({ statusCode, closesConnection }, request.raw.socket);
  reply.code(statusCode);
  if (refusal instanceof RequestRefusal && refusal.retryAfterS !== undefined)
    reply.header('retry-after', refusal.retryAfterS);
  const lang = languageOf(request.headers.lang);
  return reply.send(refused(reason, refusal?.details ?? {}, lang, request.id));
}
