/** Why a message is rejected, in the order the gateway asks (protocol section 5). */
const reasons = [
  'TOPIC_SHAPE',
  'UNSUPPORTED_MAJOR',
  'UNKNOWN_DEVICE',
  'REVOKED',
  'TOO_LARGE',
  'NOT_UTF8',
  'NOT_JSON',
  'NOT_OBJECT',
  'TOO_DEEP',
  'DUPLICATE_KEYS',
  'IDENTITY_MISMATCH',
  'HEADER',
  'SCHEMA',
  'RANGE',
  'UNKNOWN_ENUM',
  'LATE',
  'RATE',
  'QUARANTINED',
  'FOREIGN_TOPIC',
  'FOREIGN_ID',
  'UNKNOWN_ID',
  'INTERNAL',
] as const;
type Reason = (typeof reasons)[number];

const known: ReadonlySet<string> = new Set(reasons);
/** A newer server may name reasons this console has no words for; they are shown by their code. */
export const isKnownReason = (reason: string): reason is Reason => known.has(reason);
