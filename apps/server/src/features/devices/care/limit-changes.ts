import { consumableLimit, type ConsumableLimit, type deviceCareCalls, type Input } from '@sweepline/contract';
import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, visible } from '../../../platform/db/page.ts';
import { settingChanges } from '../../../entities/devices/device-settings-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { consumablesSection } from '../settings/section-service.ts';

const limitIn = (value: unknown): ConsumableLimit | null => consumableLimit.safeParse(value).data ?? null;

/**
 * The changes of the requested limits of a device. The console changes one part at a time, so a row is about one part.
 */
export async function listLimitChanges(db: Tx, input: Input<(typeof deviceCareCalls)['limitChanges']>) {
  const where = and(
    visible(db, settingChanges),
    eq(settingChanges.deviceId, input.id),
    eq(settingChanges.section, consumablesSection),
  );
  const rows = db
    .select()
    .from(settingChanges)
    .where(where)
    .orderBy(desc(settingChanges.at), desc(settingChanges.version));
  const { list, total } = await paginate(input, rows, counted(db, settingChanges, where));
  return {
    total,
    list: list.flatMap(({ changes, ...row }) =>
      changes.map(({ key, before, after }) => ({
        ...row,
        id: `${row.id}/${key}`,
        part: key,
        before: limitIn(before),
        after: limitIn(after),
      })),
    ),
  };
}
