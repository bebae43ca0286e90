import { and, inArray } from 'drizzle-orm';
import { devices } from './device-table.ts';
import { maps } from '../places/map-table.ts';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { inShortTransaction } from '../../platform/calls/without-transaction.ts';
import { find, visible } from '../../platform/db/page.ts';

/** Refuses maps and robots that the caller may not see, and robots of another company than the map's. */
export const checkMapOfDevices = (ctx: Ctx, mapId: string, deviceIds: readonly string[]): Promise<void> =>
  inShortTransaction(ctx, async (db) => {
    const map = await find(db, maps, mapId);
    const rows = await db
      .select({ id: devices.id, companyId: devices.companyId })
      .from(devices)
      .where(and(inArray(devices.id, [...deviceIds]), visible(db, devices)));
    if (rows.length !== new Set(deviceIds).size) throw new Refusal('notFound');
    if (rows.some(({ companyId }) => companyId !== map.companyId)) throw new Refusal('mapOfOtherCompany');
  });
