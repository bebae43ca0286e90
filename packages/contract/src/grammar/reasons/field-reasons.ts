import type { Lang } from '../lang.ts';
import { aiReasons } from './ai-reasons.ts';
import { apiReasons } from './api-reasons.ts';
import { deviceReasons } from './device-reasons.ts';
import { elevatorReasons } from './elevator-reasons.ts';
import { inputReasons } from './input-reasons.ts';
import { maintenanceReasons } from './maintenance-reasons.ts';
import { knowledgeReasons } from './knowledge-reasons.ts';
import { mapFileReasons } from './map-file-reasons.ts';
import { orderWorkReasons } from './order-work-reasons.ts';
import { peopleReasons } from './people-reasons.ts';
import { placeReasons } from './place-reasons.ts';
import { appReasons } from './app-reasons.ts';
import { releaseReasons } from './release-reasons.ts';
import { speechReasons } from './speech-reasons.ts';
import { updateReasons } from './update-reasons.ts';
import { workReasons } from './work-reasons.ts';

/** Every reason why a field is refused. The code is sent as it is, the text in the caller's language. */
export const fieldReasons = {
  ...inputReasons,
  ...peopleReasons,
  ...deviceReasons,
  ...placeReasons,
  ...elevatorReasons,
  ...mapFileReasons,
  ...workReasons,
  ...maintenanceReasons,
  ...orderWorkReasons,
  ...updateReasons,
  ...releaseReasons,
  ...appReasons,
  ...knowledgeReasons,
  ...aiReasons,
  ...apiReasons,
  ...speechReasons,
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

export const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(fieldReasons, code);
