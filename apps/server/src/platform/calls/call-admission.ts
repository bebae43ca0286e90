import { maxBodyBytesOf, storableText, type Call } from '@sweepline/contract';
import type { FastifyRequest } from 'fastify';
import type { Occasion } from '../audit/audit.ts';
import { strangerOf } from '../limits/body-admission.ts';
import { maxBytesInMemory } from '../limits/body-limits.ts';
import { checkRights, recognise, type CallDeps } from './call-steps.ts';
import type { Account } from './ctx.ts';
import { TooManyPublicCalls } from '../http/request-refusal.ts';

/** What the audit says of a call before it is decided. */
export const occasionOf = ({ now }: CallDeps, call: Call, request: FastifyRequest): Occasion => ({
  call,
  account: undefined,
  at: now(),
  // Headers name both: behind a proxy the address is a text that its client sent.
  address: storableText(request.ip, 64),
  agent: storableText(request.headers['user-agent'] ?? '', 300),
  requestId: request.id,
  startedMs: performance.now(),
});

/** Everything that can be decided before the body is read: rate, session, permission, declared size, bytes in flight. */
export async function admitCall(deps: CallDeps, occasion: Occasion, request: FastifyRequest): Promise<void> {
  const { call } = occasion;
  if (call.allow === 'everyone' && !deps.publicLimit.take(request.ip)) throw new TooManyPublicCalls();
  // Known before it is judged: a refusal is entered under the name of whom it refused.
  occasion.account = await recognise(deps, call, request);
  checkRights(call, occasion.account);
  admitBody(deps, call, occasion.account, request);
}

/** Decides by the headers alone whether the body of this call may come in. */
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
