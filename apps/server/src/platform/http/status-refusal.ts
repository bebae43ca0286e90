import { errors, type ErrorName } from '@sweepline/contract';
import type { Refusal } from '../calls/ctx.ts';
import { RequestRefusal } from './request-refusal.ts';

const statuses: Partial<Record<ErrorName, number>> = {
  forbidden: 403,
  viewOnly: 403,
  mustChangePassword: 403,
  agreementDue: 403,
  notFound: 404,
  uploadGone: 404,
  uploadOffset: 409,
  fileTooLarge: 413,
  quotaExceeded: 413,
  internal: 500,
  deviceUnresponsive: 503,
  deviceChangesServer: 503,
  deviceOffline: 503,
  storageFull: 507,
};
const endedSessions: readonly number[] = [errors.signedOut.code, errors.kicked.code];

/** A refusal with an HTTP status, for protocols of others that answer with one (tus, WHEP). */
export function withStatus(refusal: Refusal): RequestRefusal {
  if (refusal instanceof RequestRefusal) return refusal;
  const { reason, details } = refusal;
  const status = endedSessions.includes(errors[reason].code) ? 401 : (statuses[reason] ?? 400);
  return new RequestRefusal(reason, status, undefined, details);
}
