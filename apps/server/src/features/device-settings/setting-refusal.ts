import { settingFaultTexts } from '@sweepline/contract';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import type { DesireResult } from './device-settings-service.ts';

/** Refuses invalid values at their fields, in the caller's language. */
export function refuseFaults({ caller }: Pick<Ctx, 'caller'>, result: DesireResult | undefined): void {
  if (result?.result !== 'REFUSED') return;
  const fields = Object.entries(result.faults).map(([key, fault]) => [
    key,
    settingFaultTexts[fault][caller.lang],
  ]);
  throw new Refusal('invalid', { fields: Object.fromEntries(fields) as Record<string, string> });
}
