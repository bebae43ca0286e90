import type { ReasonArguments, ReasonCode } from './field-reasons.ts';

/** The options of a zod check that fails with a reason. The message is the code; the server writes the text. */
export const because = <Code extends ReasonCode>(code: Code, ...[params]: ReasonArguments<Code>) => ({
  error: code,
  params: params ?? {},
});

/** The same at a field of the checked object. */
export const becauseAt = <Code extends ReasonCode>(
  field: string,
  code: Code,
  ...[params]: ReasonArguments<Code>
) => ({ path: [field], error: code, params: params ?? {} });
