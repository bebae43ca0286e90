import { recordingKeptUntil, type VideoRecording } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { videoRecordings, type RecordingRow } from '../../../entities/remote/video-table.ts';
import { Refusal, type Account } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { shareOf } from '../../devices/control/share-service.ts';

export const recordingOf = ({ endedAs: end, ...row }: RecordingRow): VideoRecording => ({
  ...row,
  end,
  keptUntil: recordingKeptUntil(row.startedAt),
});

/** A recording of its own that the receiver of a share may read while the share lasts. The transaction must see all companies. */
export async function isOwnOfShare(
  all: Tx,
  row: RecordingRow,
  accountId: string,
  now: Clock,
): Promise<boolean> {
  if (row.accountId !== accountId) return false;
  const share = await shareOf(all, accountId, row.deviceId, 'VIDEO', now().getTime());
  // A robot that was sold may be shared again by its next company.
  return share?.companyId === row.companyId;
}

interface Reader {
  db: Tx;
  account: Pick<Account, 'id'>;
  now: Clock;
}

/** A recording that the account may read. Any other one is answered as missing. */
export async function findRecording({ db, account, now }: Reader, id: string): Promise<RecordingRow> {
  const named = eq(videoRecordings.id, id);
  const [seen] = await db
    .select()
    .from(videoRecordings)
    .where(and(named, visible(db, videoRecordings)));
  if (seen) return seen;
  return await asSystem(db, async (all) => {
    const [row] = await all.select().from(videoRecordings).where(named);
    if (!row || !(await isOwnOfShare(all, row, account.id, now))) throw new Refusal('notFound');
    return row;
  });
}

/** Whether the tenant scope contains the company that has the device now. */
export async function isInScope(db: Tx, deviceId: string): Promise<boolean> {
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.id, deviceId), visible(db, devices)));
  return rows.length > 0;
}
