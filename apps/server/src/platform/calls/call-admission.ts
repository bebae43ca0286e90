import { backgroundHeader, maxBodyBytesOf, onlyReads, storableText, type Call } from '@sweepline/contract';
import type { FastifyRequest } from 'fastify';
import type { Occasion } from '../audit/audit.ts';
import { strangerOf } from '../limits/body-admission.ts';
import { maxBytesInMemory } from '../limits/body-limits.ts';
import { isAllowed, Refusal, type Account } from './ctx.ts';
import type { CallDeps } from './services.ts';
import { isOwnOrigin } from '../socket/socket-origin.ts';
import { DatabaseAwayRefusal, TooManyPublicCalls } from '../http/request-refusal.ts';

/** The fields of an audit entry that are known before a call is decided. */
export const occasionOf = ({ now }: CallDeps, call: Call, request: FastifyRequest): Occasion => ({
  call,
  account: undefined,
  at: now(),
  // Both come from headers: behind a proxy the address is a text from the client.
  address: storableText(request.ip, 64),
  agent: storableText(request.headers['user-agent'] ?? '', 300),
  requestId: request.id,
  startedMs: performance.now(),
});

/** The account of the caller's session; undefined at a public call without a session. Refuses with `signedOut`. */
async function recognise(deps: CallDeps, call: Call, request: FastifyRequest): Promise<Account | undefined> {
  const token = request.headers.authorization?.replace(/^Bearer /, '');
  if (call.allow === 'everyone') {
    // A caller whose session ended is anonymous here.
    return call.optionalAuth && token
      ? await deps.findAccount(token, 'machine').catch(() => undefined)
      : undefined;
  }
  if (!token) throw new Refusal('signedOut');
  return await deps.findAccount(token, isBackground(call, request) ? 'machine' : 'person');
}

/** Whether the page sent the call by itself: the header says so, or the call is always of that kind. */
const isBackground = (call: Call, request: FastifyRequest) =>
  call.background === true || request.headers[backgroundHeader] !== undefined;

/** Throws the refusal if this account may not make this call. */
function checkRights(call: Call, account: Account | undefined): void {
  if (!account) return;
  if (account.viewer && !(call.allowWhileImpersonating ?? onlyReads(call))) throw new Refusal('viewOnly');
  if (account.mustChangePassword && !call.beforePasswordChange) throw new Refusal('mustChangePassword');
  if (account.agreementDue && !call.beforeAgreement) throw new Refusal('agreementDue');
  if (!isAllowed(account, call.allow)) throw new Refusal('forbidden');
}

/** Checks everything that needs no body: rate, session, permission, declared size, bytes in flight. Throws the refusal. */
export async function admitCall(deps: CallDeps, occasion: Occasion, request: FastifyRequest): Promise<void> {
  const { call } = occasion;
  if (deps.db.availability.isAway()) throw new DatabaseAwayRefusal();
  if (call.allow === 'everyone' && !deps.publicLimit.take(request.ip)) throw new TooManyPublicCalls();
  if (call.opensSession && !isOwnOrigin(request.headers.origin, request.host, deps.publicUrl))
    throw new Refusal('foreignOrigin');
  // Set before the checks, so that the audit entry of a refusal names the account.
  occasion.account = await recognise(deps, call, request);
  checkRights(call, occasion.account);
  admitBody(deps, call, occasion.account, request);
}

/** Decides by the headers alone whether the body of this call is accepted. */
function admitBody(
  { bodies }: CallDeps,
  call: Call,
  account: Account | undefined,
  request: FastifyRequest,
): void {
  const largest = Math.max(0, ...Object.values(call.maxUploadBytes ?? {}));
  bodies.admit(request, {
    maxBytes: maxBodyBytesOf(call),
    pace: largest > 0 ? 'upload' : 'small',
    place: largest > maxBytesInMemory ? 'disk' : 'memory',
    owner: account ? `account:${account.id}` : strangerOf(request),
    ...(largest > 0 && { tooLarge: 'fileTooLarge' as const }),
  });
}
