import type { Received } from './robot.ts';

/** Where a rule was broken, for the table and the report. */
export interface Evidence {
  reason: string;
  /** The topic of the message. */
  message?: string;
  field?: string;
  at?: string;
  /** The value of the field, or the beginning of the message. */
  value?: string;
}

export type Verdict =
  | { result: 'HOLDS' }
  | { result: 'FAILS'; evidence: Evidence }
  | { result: 'NOT_APPLICABLE'; reason: string }
  | { result: 'NOT_TESTED'; reason: string };

export class RuleBroken extends Error {
  readonly evidence: Evidence;
  constructor(evidence: Evidence) {
    super(evidence.reason);
    this.evidence = evidence;
  }
}
export class NotTested extends Error {}
export class NotApplicable extends Error {}

const maxValue = 160;

/** Ends a rule as broken. */
export function broken(reason: string, message?: Received, field?: string): never {
  if (!message) throw new RuleBroken({ reason });
  const value = field === undefined ? message.body : valueAt(message.body, field);
  throw new RuleBroken({
    reason,
    message: message.name,
    at: new Date(message.atMs).toISOString(),
    value: (JSON.stringify(value) ?? 'nothing').slice(0, maxValue),
    ...(field !== undefined && { field }),
  });
}

/** The value at a path as `powerSupply.stateOfCharge`. */
function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    // Only read for the report, whatever the robot sent.
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}
