/** The reasons of rejection, in the order of the gateway's checks (docs/protocol/codes.md#refused-messages). */
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
  'DECLARATION',
  'FOREIGN_ID',
  'UNKNOWN_ID',
  'FILE',
  'INTERNAL',
] as const;
type Reason = (typeof reasons)[number];

const reasonSet: ReadonlySet<string> = new Set(reasons);
/** A newer server can send reasons without a text here; they are shown as their code. */
export const isKnownReason = (reason: string): reason is Reason => reasonSet.has(reason);
