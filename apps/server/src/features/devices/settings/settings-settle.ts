import type { deviceSettingCalls, Input } from '@sweepline/contract';
import { algoKey, isRecord, settingKeysOf } from '@sweepline/contract/robot';
import { and, eq, isNull } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { visible } from '../../../platform/db/page.ts';
import { sectionConflicts } from '../../../entities/devices/device-settings-table.ts';
import { desireSettings, type SettingsOfDevice } from './device-settings-service.ts';
import { refuseFaults } from './setting-refusal.ts';
import type { Document } from './section-rules.ts';

/** The part of a conflicting document that can be requested. Other keys of the robot are ignored. */
const requestable =
  (copy: Document) =>
  ({ model, catalogue }: SettingsOfDevice): Document => {
    const supported = settingKeysOf(model).filter((key) => copy[key] !== undefined);
    const values: Document = Object.fromEntries(supported.map((key) => [key, copy[key]]));
    const algo = isRecord(copy[algoKey]) ? copy[algoKey] : {};
    const listed = catalogue.filter(({ key }) => algo[key] !== undefined);
    return { ...values, [algoKey]: Object.fromEntries(listed.map(({ key }) => [key, algo[key]])) };
  };

/** Ends a conflict. Of two concurrent calls the second is refused. */
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
  const desire = { values: requestable(settled.document), origin: 'CONFLICT', by: account.username } as const;
  const results = await desireSettings({ db, now, bus: services.bus }, [id], desire);
  refuseFaults(results.get(id));
}
