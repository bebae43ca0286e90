import type { Lang } from '../errors.ts';
import { deviceReasons } from './device-reasons.ts';
import { inputReasons } from './input-reasons.ts';
import { mapFileReasons } from './map-file-reasons.ts';
import { peopleReasons } from './people-reasons.ts';
import { placeReasons } from './place-reasons.ts';
import { workReasons } from './work-reasons.ts';

/** Every reason why a field is refused. The code is sent as it is, the text in the caller's language. */
export const fieldReasons = {
  ...inputReasons,
  ...peopleReasons,
  ...deviceReasons,
  ...placeReasons,
  ...mapFileReasons,
  ...workReasons,
} satisfies Record<string, Record<Lang, string>>;

type Reasons = typeof fieldReasons;
export type ReasonCode = keyof Reasons;

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
/** The values of a reason's placeholders; a reason without placeholders has none. */
export type ReasonParams<Code extends ReasonCode> = Record<
  Placeholders<Reasons[Code]['en']>,
  string | number
>;
/** The rest parameter of a function that takes a code and its values. */
export type ReasonArguments<Code extends ReasonCode> = [Placeholders<Reasons[Code]['en']>] extends [never]
  ? []
  : [params: ReasonParams<Code>];

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

export const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(fieldReasons, code);

/** `data` of a refusal that marks fields: a text per field in the caller's language, and its reason for programs. */
export interface FieldErrors {
  fields: Record<string, string>;
  reasons: Record<string, FieldReason>;
}
