import { maxBodyBytesOf, storableText, type Call } from '@sweepline/contract';
import type { FastifyRequest } from 'fastify';
import type { Occasion } from '../audit/audit.ts';
import { strangerOf } from '../limits/body-admission.ts';
import { maxBytesInMemory } from '../limits/body-limits.ts';
import { checkRights, recognise, type CallDeps } from './call-steps.ts';
import type { Account } from './ctx.ts';
import { TooManyPublicCalls } from '../http/request-refusal.ts';

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

/** Checks everything that needs no body: rate, session, permission, declared size, bytes in flight. Throws the refusal. */
export async function admitCall(deps: CallDeps, occasion: Occasion, request: FastifyRequest): Promise<void> {
  const { call } = occasion;
  if (call.allow === 'everyone' && !deps.publicLimit.take(request.ip)) throw new TooManyPublicCalls();
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
