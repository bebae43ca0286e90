import type { deviceSettingCalls, Input } from '@sweepline/contract';
import { algoKey, isRecord, settingKeysOf } from '@sweepline/contract/robot';
import { and, eq, isNull } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { visible } from '../../platform/db/page.ts';
import { sectionConflicts } from './device-settings-table.ts';
import { desireSettings, type SettingsOfDevice } from './device-settings-service.ts';
import { refuseFaults } from './setting-refusal.ts';
import type { Document } from './section-rules.ts';

/** What of a robot's copy can be wished of it: what it told beyond the table stays its own affair. */
const wishable =
  (copy: Document) =>
  ({ model, catalogue }: SettingsOfDevice): Document => {
    const known = settingKeysOf(model).filter((key) => copy[key] !== undefined);
    const values: Document = Object.fromEntries(known.map((key) => [key, copy[key]]));
    const algo = isRecord(copy[algoKey]) ? copy[algoKey] : {};
    const listed = catalogue.filter(({ key }) => algo[key] !== undefined);
    return { ...values, [algoKey]: Object.fromEntries(listed.map(({ key }) => [key, algo[key]])) };
  };

/** Ends a conflict. Of two who settle it at once, one is told that it is settled. */
export async function settleConflict(
  ctx: Ctx,
  { id, conflictId, keep }: Input<(typeof deviceSettingCalls)['settle']>,
): Promise<void> {
  const { db, now, account, services } = ctx;
  const [settled] = await db
    .update(sectionConflicts)
    .set({ settledAt: now().toISOString(), settledBy: account.username, kept: keep })
    .where(
      and(
        eq(sectionConflicts.id, conflictId),
        eq(sectionConflicts.deviceId, id),
        isNull(sectionConflicts.settledAt),
        visible(db, sectionConflicts),
      ),
    )
    .returning();
  if (!settled) throw new Refusal('wrongState');
  if (keep === 'CLOUD') return;
  const desire = { values: wishable(settled.document), origin: 'CONFLICT', by: account.username } as const;
  const results = await desireSettings({ db, now, bus: services.bus }, [id], desire);
  refuseFaults(ctx, results.get(id));
}
