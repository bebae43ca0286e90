import type { ReasonArguments, ReasonCode } from './field-reasons.ts';

/** Reasons without values. */
type PlainCode = { [Code in ReasonCode]: ReasonArguments<Code> extends [] ? Code : never }[ReasonCode];

/** The options of a zod check that fails with a reason. The message is the code; the server writes the text. */
export const because = (code: PlainCode) => ({ error: code });

/** The options of a `refine` that fails with a reason at a field. Only these can have values. */
export const becauseAt = <Code extends ReasonCode>(
  field: string,
  code: Code,
  ...[params]: ReasonArguments<Code>
) => ({ path: [field], error: code, params: params ?? {} });
