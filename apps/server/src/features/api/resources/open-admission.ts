import type { ApiGroup } from '@sweepline/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { networkOf } from '../../../platform/http/addresses.ts';
import {
  isDigestOf,
  isSignedWith,
  signatureOf,
  readSignature,
  signatureBase,
  type SignedRequest,
} from '../../../platform/http/message-signature.ts';
import type { CreateLimit } from '../../../platform/limits/rates/keyed-limit.ts';
import { slidingWindow } from '../../../platform/limits/rates/sliding-window.ts';
import { tokenBucket } from '../../../platform/limits/rates/token-bucket.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { isAllowedAddress } from './address-list.ts';
import type { DayQuotas } from './day-quota.ts';
import { findKeyHolder, recordUse, type KeyHolder } from './open-keys.ts';
import { Problem } from './open-problem.ts';

/** How far the time of a signature may be from the server's clock. */
const maxSkewS = 300;
const required = ['@method', '@authority', '@path', '@query'];
const coverable = new Set([...required, 'content-digest']);

/** A bucket of one second. A call costs the share of it that its user's frequency gives, so one limit serves all frequencies. */
const bucketSize = 100_000;
const costOf = ({ callsPerSecond }: KeyHolder['user']) => Math.floor(bucketSize / callsPerSecond);

export interface AdmissionDeps {
  db: Db;
  now: Clock;
  vault: Pick<Vault, 'open'>;
  quotas: DayQuotas;
  limits: OpenLimits;
  /** Host and port of the public address; without one that of the request. */
  authority: () => string | undefined;
}

/** The limits of the open API by name. */
export const createOpenLimits = (createLimit: CreateLimit) => ({
  frequency: createLimit('open calls', tokenBucket({ burst: bucketSize, perSecond: bucketSize })),
  /** Guesses at keys and signatures from one network. */
  guesses: createLimit('open refusals', slidingWindow({ max: 60, spanMs: 60_000 })),
});
type OpenLimits = ReturnType<typeof createOpenLimits>;

const signedRequestOf = ({ authority }: AdmissionDeps, request: FastifyRequest): SignedRequest => ({
  method: request.method,
  authority: authority() ?? request.host.toLowerCase(),
  target: request.raw.url ?? '/',
  headers: request.headers,
});

/** What is known of a request while it is judged, for the log that its company reads. */
export interface RequestTrace {
  /** Of the key that it names, whether or not its signature is right. */
  holder?: KeyHolder;
  /** The text that the signature should cover. */
  signatureBase?: string;
}

/** The holder of the key that signed the request. An unknown key, a wrong signature and a changed part are refused alike. */
async function recogniseSigner(
  deps: AdmissionDeps,
  request: FastifyRequest,
  trace: RequestTrace,
): Promise<KeyHolder> {
  const invalid = new Problem('signature-invalid');
  const signature = readSignature(request.headers);
  if (!signature || !signature.components.every((name) => coverable.has(name))) throw invalid;
  const base = signatureBase(signature, signedRequestOf(deps, request));
  const digest = request.headers['content-digest'];
  // The body is part of the signature by its digest. A read has none.
  if (typeof digest === 'string' && !isDigestOf(digest, '')) throw invalid;
  if (base === undefined || !required.every((name) => signature.components.includes(name))) throw invalid;
  const holder = await findKeyHolder(deps.db, signature.keyId);
  if (holder) Object.assign(trace, { holder, signatureBase: base });
  // A signature is computed for an unknown key too, so that the time of the answer does not tell whether it exists.
  const secret = holder ? deps.vault.open(holder.key.secretSealed) : '';
  if (!isSignedWith(secret, base, signature.signature) || !holder) throw invalid;
  const now = deps.now();
  const differenceS = Math.round(now.getTime() / 1_000 - signature.created);
  if (Math.abs(differenceS) > maxSkewS)
    throw new Problem('clock', { serverTime: now.toISOString(), differenceSeconds: differenceS });
  return holder;
}

/** The holder of a key sent as a bearer token, `key id.secret`. Only keys that may read and nothing else are taken like this. */
async function recogniseBearer(deps: AdmissionDeps, token: string, trace: RequestTrace): Promise<KeyHolder> {
  const [keyId = '', secret = ''] = token.slice(0, 200).split('.', 2);
  const holder = await findKeyHolder(deps.db, keyId);
  if (holder) trace.holder = holder;
  const expected = holder ? deps.vault.open(holder.key.secretSealed) : '';
  // Compared as digests under a fixed key, which takes the same time wherever they differ.
  const isSame = isSignedWith(expected, 'bearer', signatureOf(secret, 'bearer'));
  if (!isSame || !holder) throw new Problem('signature-invalid');
  if (holder.key.scopes.some((scope) => scope !== 'read'))
    throw new Problem('signature-invalid', {
      detail: 'A key with more than the scope "read" signs its requests.',
    });
  return holder;
}

async function recognise(
  deps: AdmissionDeps,
  request: FastifyRequest,
  trace: RequestTrace,
): Promise<KeyHolder> {
  const network = networkOf(request.ip);
  const waitMs = deps.limits.guesses.waitMs(network);
  if (waitMs > 0) throw new Problem('rate', {}, Math.ceil(waitMs / 1_000));
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  try {
    return await (token ? recogniseBearer(deps, token, trace) : recogniseSigner(deps, request, trace));
  } catch (error) {
    if (error instanceof Problem && error.problem === 'signature-invalid') deps.limits.guesses.use(network);
    throw error;
  }
}

/** Refuses a holder that may not call from here, now, or this group. */
function checkHolder({ user, key, isFrozen }: KeyHolder, group: ApiGroup, address: string, now: Date): void {
  if (user.suspendedAt !== null || isFrozen) throw new Problem('suspended');
  const ms = now.getTime();
  if (ms < Date.parse(user.validFrom) || ms >= Date.parse(user.validUntil))
    throw new Problem('expired', { validFrom: user.validFrom, validUntil: user.validUntil });
  if (!isAllowedAddress(user.addresses, address)) throw new Problem('address-not-allowed', { address });
  if (!key.scopes.includes(group)) throw new Problem('scope', { scope: group });
}

/** Counts the call against frequency and quota, and tells the program what is left. */
async function countCall(
  { limits: { frequency }, quotas }: AdmissionDeps,
  { user }: KeyHolder,
  group: ApiGroup,
  reply: FastifyReply,
): Promise<void> {
  const { callsPerSecond, callsPerDay } = user;
  const cost = costOf(user);
  reply.header('ratelimit-policy', `"second";q=${callsPerSecond};w=1, "day";q=${callsPerDay};w=86400`);
  if (!frequency.take(user.id, cost)) {
    reply.header('ratelimit', '"second";r=0;t=1');
    throw new Problem('rate', {}, Math.max(1, Math.ceil(frequency.waitMs(user.id, cost) / 1_000)));
  }
  const { isAllowed, left, resetS } = await quotas.take(user, group);
  let now = 0;
  while (now < callsPerSecond && frequency.waitMs(user.id, cost * (now + 1)) === 0) now += 1;
  reply.header('ratelimit', `"second";r=${now};t=1, "day";r=${left};t=${resetS}`);
  if (!isAllowed) throw new Problem('quota', { group, callsPerDay }, resetS);
}

/** Decides whether a program may make this request. Throws the problem. */
export async function admitProgram(
  deps: AdmissionDeps,
  group: ApiGroup,
  request: FastifyRequest,
  reply: FastifyReply,
  trace: RequestTrace = {},
): Promise<KeyHolder> {
  const holder = await recognise(deps, request, trace);
  checkHolder(holder, group, request.ip, deps.now());
  await countCall(deps, holder, group, reply);
  await recordUse(deps.db, deps.now, holder.key, request.ip);
  return holder;
}
