import { fieldReason, type FieldReason } from '@sweepline/contract';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { DesireResult } from './device-settings-service.ts';

/** Refuses invalid values at their fields. */
export function refuseFaults(result: DesireResult | undefined): void {
  if (result?.result !== 'REFUSED') return;
  const fields: Record<string, FieldReason> = {};
  for (const [key, fault] of Object.entries(result.faults)) fields[key] = fieldReason(`SETTING_${fault}`);
  throw new Refusal('invalid', { fields });
}
