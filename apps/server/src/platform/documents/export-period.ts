import { maxExportMs } from '@sweepline/contract';
import { Refusal } from '../calls/ctx.ts';

/** Refuses an export of more than a month. The contract refuses one that ends before it starts. */
export function checkExportPeriod({ from, to }: { from: string; to: string }): void {
  const spanMs = Date.parse(to) - Date.parse(from);
  if (spanMs > maxExportMs) throw new Refusal('exportTooLong');
}
