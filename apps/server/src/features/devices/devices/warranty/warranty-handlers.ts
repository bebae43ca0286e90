import { deviceWarrantyCalls } from '@sweepline/contract';
import { and, desc, eq } from 'drizzle-orm';
import { answer } from '../../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../../platform/calls/ctx.ts';
import { checkVersion, find, visible } from '../../../../platform/db/page.ts';
import { readDevice } from '../device-service.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { extendedTo } from './warranty-rules.ts';
import { warrantyChanges } from './warranty-table.ts';

type DeviceRow = typeof devices.$inferSelect;

/** Saves the dates and their history entry together. */
async function saveWarranty(
  { db, account, now }: Ctx,
  device: DeviceRow,
  dates: Pick<Partial<DeviceRow>, 'warrantyFrom' | 'warrantyUntil' | 'warrantyExtendedUntil'>,
  entry: { months: number | null; untilDay: string; note: string },
) {
  const at = now().toISOString();
  const by = account.username;
  await db
    .update(devices)
    .set({ ...dates, version: device.version + 1, updatedAt: at, updatedBy: by })
    .where(eq(devices.id, device.id));
  const fromDay = dates.warrantyFrom ?? device.warrantyFrom;
  await db
    .insert(warrantyChanges)
    .values({ companyId: device.companyId, deviceId: device.id, at, by, fromDay, ...entry });
  return await readDevice(db, device.id);
}

export const deviceWarrantyAnswers = answer(deviceWarrantyCalls, {
  history: async ({ db }, { id }) => {
    await find(db, devices, id);
    const rows = await db
      .select()
      .from(warrantyChanges)
      .where(and(eq(warrantyChanges.deviceId, id), visible(db, warrantyChanges)))
      .orderBy(desc(warrantyChanges.at), desc(warrantyChanges.id));
    return { list: rows.map((row) => ({ ...row, from: row.fromDay, until: row.untilDay })) };
  },

  set: async (ctx, { id, version, from, until, note }) => {
    const device = await find(ctx.db, devices, id, { lock: true });
    checkVersion(device, version);
    if (Date.parse(until) <= Date.parse(from)) throw wrongField('until', 'ENDS_BEFORE_START');
    const dates = { warrantyFrom: from, warrantyUntil: until, warrantyExtendedUntil: null };
    return await saveWarranty(ctx, device, dates, { months: null, untilDay: until, note });
  },

  extend: async (ctx, { id, version, months, note }) => {
    const device = await find(ctx.db, devices, id, { lock: true });
    checkVersion(device, version);
    const { warrantyFrom: from, warrantyUntil: until, warrantyExtendedUntil: extendedUntil } = device;
    const warranty = until === null ? null : { from, until, extendedUntil };
    const end = extendedTo(warranty, months, ctx.now());
    // Without a known warranty the months become its first period, because a warranty always has its own end.
    const dates = until === null ? { warrantyUntil: end } : { warrantyExtendedUntil: end };
    return await saveWarranty(ctx, device, dates, { months, untilDay: end, note });
  },
});
