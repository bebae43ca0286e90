import type { ReasonArguments, ReasonCode } from './field-reasons.ts';

/** Why a field is refused. */
export interface FieldReason {
  code: ReasonCode;
  params: Record<string, string | number>;
}

/** A reason with its values; a missing or unknown value does not compile. */
export const fieldReason = <Code extends ReasonCode>(
  code: Code,
  ...[params]: ReasonArguments<Code>
): FieldReason => ({ code, params: params ?? {} });

/** Reasons that a person may overrule: the call is sent again with its field set to true. */
const confirmableReasons: readonly ReasonCode[] = ['ZONES_UNCONFIRMED'];

/** The field that makes the refused call go on, if there is one. */
export const confirmableField = (reasons: Record<string, FieldReason>): string | undefined =>
  Object.entries(reasons).find(([, { code }]) => confirmableReasons.includes(code))?.[0];

/** `data` of a refusal that marks fields: a text per field in the caller's language, and its reason for programs. */
export interface FieldErrors {
  fields: Record<string, string>;
  reasons: Record<string, FieldReason>;
}
