import { getTableName, and, asc, desc, eq, sql } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible, inValues } from '../../../platform/db/page.ts';
import { unbindings } from '../../../entities/devices/unbinding-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { custodies } from './custody-table.ts';
import { resaleOf } from './resale-list.ts';
import { resales } from './resale-table.ts';

/** The ids of a device under all its serial numbers, oldest first. */
async function chainOf(db: Tx, deviceId: string): Promise<string[]> {
  const rows = await db.raw<{ id: string }>(
    `with recursive before as (
       select id, previous_id, 0 as step from ${getTableName(devices)} where id = $1
       union all select d.id, d.previous_id, b.step - 1 from ${getTableName(devices)} d join before b on d.id = b.previous_id
     ), after as (
       select id, 0 as step from ${getTableName(devices)} where id = $1
       union all select d.id, a.step + 1 from ${getTableName(devices)} d join after a on d.previous_id = a.id
     )
     select id, step from before union select id, step from after order by step`,
    [deviceId],
  );
  return rows.map(({ id }) => id);
}

/** The history of a device's owners, as far as the caller sees their companies. */
export async function readCustody({ db, account }: Ctx, id: string) {
  await find(db, devices, id);
  const ids = await asSystem(db, (all) => chainOf(all, id));
  const hidden = await asSystem(db, async (all) => {
    const owners = await all
      .select({ companyId: custodies.companyId })
      .from(custodies)
      .where(inValues(custodies.deviceId, ids));
    return owners.some(({ companyId }) => db.scope !== '*' && !db.scope.includes(companyId));
  });
  const [serials, custody, offers, receipts] = await Promise.all([
    db
      .select({ id: devices.id, sn: devices.sn, binding: devices.binding, since: devices.createdAt })
      .from(devices)
      .where(and(inValues(devices.id, ids), visible(db, devices)))
      .orderBy(asc(devices.createdAt)),
    db
      .select({ row: custodies, sn: devices.sn })
      .from(custodies)
      .innerJoin(devices, eq(devices.id, custodies.deviceId))
      .where(and(inValues(custodies.deviceId, ids), visible(db, custodies)))
      .orderBy(sql`${custodies.until} desc nulls first`, desc(custodies.since)),
    db
      .select()
      .from(resales)
      .where(and(inValues(resales.deviceId, ids), visible(db, resales)))
      .orderBy(desc(resales.offeredAt)),
    db
      .select()
      .from(unbindings)
      .where(and(inValues(unbindings.deviceId, ids), visible(db, unbindings)))
      .orderBy(desc(unbindings.at)),
  ]);
  return {
    serials,
    custody: custody.map(({ row, sn }) => ({ ...row, sn })),
    hiddenBefore: hidden,
    resales: offers.map((row) => resaleOf(account, row)),
    unbindings: receipts,
  };
}
