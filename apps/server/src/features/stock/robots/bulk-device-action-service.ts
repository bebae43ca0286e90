import type { RowResult } from '@sweepline/contract';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { refusalText } from '../../../platform/calls/refusal-text.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { devices } from '../../../entities/devices/device-table.ts';

type DeviceRow = typeof devices.$inferSelect;

/** Locks several devices in the order of their ids, which prevents deadlocks of concurrent bulk actions. */
async function lockAll(db: Tx, ids: readonly string[]): Promise<Map<string, DeviceRow>> {
  const locked = new Map<string, DeviceRow>();
  for (const id of [...new Set(ids)].sort()) locked.set(id, await find(db, devices, id, { lock: true }));
  return locked;
}

/**
 * Applies an act to several devices with one result per device. A device outside the scope refuses the whole list;
 * other refusals are in the result of the device. `act` must refuse before it writes.
 */
export async function actOnEach(
  ctx: Ctx,
  ids: readonly string[],
  act: (device: DeviceRow) => Promise<void>,
): Promise<{ results: RowResult[] }> {
  const locked = await lockAll(ctx.db, ids);
  const results: RowResult[] = [];
  for (const [id, device] of locked) {
    try {
      await act(device);
      results.push({ id, done: true, reason: '' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ id, done: false, reason: refusalText(error, ctx.caller.lang) });
    }
  }
  return { results: ids.flatMap((id) => results.find((each) => each.id === id) ?? []) };
}
