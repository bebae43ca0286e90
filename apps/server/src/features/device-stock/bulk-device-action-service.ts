import { errors, type RowResult } from '@sweepline/contract';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { find } from '../../platform/db/page.ts';
import { devices } from '../devices/device-table.ts';

type DeviceRow = typeof devices.$inferSelect;

/** Of several devices, each held in the same order by everybody, so that two people who act on the same ones never wait crosswise. */
async function holdAll(db: Tx, ids: readonly string[]): Promise<Map<string, DeviceRow>> {
  const held = new Map<string, DeviceRow>();
  for (const id of [...new Set(ids)].sort()) held.set(id, await find(db, devices, id, { lock: true }));
  return held;
}

const said = (refusal: Refusal, { caller }: Ctx) =>
  errors[refusal.reason].texts[caller.lang].replace(
    /\{(\w+)\}/g,
    (hole, name: string) => refusal.details.words?.[name] ?? hole,
  );

/**
 * Does something to each of several devices and tells of each what became of it. One that is not the caller's to see spoils the
 * whole list; what the rules refuse is told in its row. `act` refuses before it writes anything.
 */
export async function actOnEach(
  ctx: Ctx,
  ids: readonly string[],
  act: (device: DeviceRow) => Promise<void>,
): Promise<{ results: RowResult[] }> {
  const held = await holdAll(ctx.db, ids);
  const results: RowResult[] = [];
  for (const [id, device] of held) {
    try {
      await act(device);
      results.push({ id, done: true, reason: '' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ id, done: false, reason: said(error, ctx) });
    }
  }
  return { results: ids.flatMap((id) => results.find((it) => it.id === id) ?? []) };
}
