import { Readable } from 'node:stream';
import { onlyReads, backgroundHeader, type Call } from '@sweepline/contract';
import type { FastifyRequest } from 'fastify';
import type { refusalLog } from '../audit/refusal-log.ts';
import type { Clock } from '../runtime/clock.ts';
import { Refusal, holds, type Account, type FindAccount } from './ctx.ts';
import type { Db } from '../db/db.ts';
import type { BodyGuard } from '../limits/body-guard.ts';
import { fromText, parseInput, type Uploads } from './input.ts';
import { readMultipart } from '../http/multipart.ts';
import type { CallTurns } from '../limits/call-turns.ts';
import type { RefusalDelay } from '../limits/refusal-delay.ts';
import type { PublicLimit } from '../limits/public-limit.ts';
import type { Services } from './services.ts';

export interface CallDeps {
  db: Db;
  now: Clock;
  services: Services;
  findAccount: FindAccount;
  refusals: ReturnType<typeof refusalLog>;
  /** Parse every answer with the contract's schema; for tests and development. */
  checkAnswers: boolean;
  timeoutMs: number;
  bodies: BodyGuard;
  publicLimit: PublicLimit;
  callTurns: CallTurns;
  refusalDelay: RefusalDelay;
  /** The folder for files of multipart bodies until their call ends. */
  uploadFolder: string;
}

const noUploads: Uploads = new Map();

/** The account of the caller's session; undefined at a public call without a session. Refuses with `signedOut`. */
export async function recognise(
  deps: CallDeps,
  call: Call,
  request: FastifyRequest,
): Promise<Account | undefined> {
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
export function checkRights(call: Call, account: Account | undefined): void {
  if (!account) return;
  if (account.viewer && !(call.allowWhileImpersonating ?? onlyReads(call))) throw new Refusal('viewOnly');
  if (account.mustChangePassword && !call.beforePasswordChange) throw new Refusal('mustChangePassword');
  const open = call.allow === 'everyone' || call.allow === 'signedIn';
  // The super admin has no permission code, so `*` in a role does not grant such a call.
  const granted = call.allow === 'superAdmin' ? account.superAdmin : open || holds(account, call.allow);
  if (!granted) throw new Refusal('forbidden');
}

/** The request's fields, parsed by the contract's schema, and its uploaded files. */
export async function readInput(deps: CallDeps, call: Call, request: FastifyRequest) {
  if (call.kind === 'multipart') {
    const { fields, uploads } = await readMultipart({
      // The parser of multipart bodies passes the stream through; a request without a body has no stream.
      body: (request.body as Readable | undefined) ?? Readable.from([]),
      headers: request.headers,
      maxUploadBytes: call.maxUploadBytes ?? {},
      folder: deps.uploadFolder,
    });
    return { input: parseInput(call.input, fromText(call.input, fields)), uploads };
  }
  if (call.method === 'POST') return { input: parseInput(call.input, request.body), uploads: noUploads };
  // Both are objects of texts; Fastify leaves their types open.
  const values = { ...(request.query as object), ...(request.params as object) };
  return { input: parseInput(call.input, fromText(call.input, values)), uploads: noUploads };
}
