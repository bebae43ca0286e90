import { warrantyWarningDays, type WarrantyFilter } from '@sweepline/contract';
import { sql, type SQL } from 'drizzle-orm';
import { devices } from '../../../../entities/devices/device-table.ts';

const dayMs = 86_400_000;

/** The final end of a warranty; null if unknown. */
export const warrantyEnd = sql`greatest(${devices.warrantyUntil}, ${devices.warrantyExtendedUntil})`;

/** The condition for a warranty status at this moment; undefined without a filter. */
export function warrantyIs(state: WarrantyFilter | undefined, now: Date): SQL | undefined {
  const at = now.toISOString();
  const soon = new Date(now.getTime() + warrantyWarningDays * dayMs).toISOString();
  switch (state) {
    case undefined:
      return undefined;
    case 'UNKNOWN':
      return sql`${devices.warrantyUntil} is null`;
    case 'IN_WARRANTY':
      return sql`${devices.warrantyUntil} >= ${at}`;
    case 'EXTENDED':
      return sql`${devices.warrantyUntil} < ${at} and ${devices.warrantyExtendedUntil} >= ${at}`;
    case 'OUT_OF_WARRANTY':
      return sql`${warrantyEnd} < ${at}`;
    case 'ENDING':
      return sql`${warrantyEnd} >= ${at} and ${warrantyEnd} < ${soon}`;
  }
}
