import type { Backup, BackupOverview } from '@sweepline/contract';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { installationHolds } from '../../../entities/installation/hold-table.ts';
import type { Disk } from '../../../platform/backup/disk.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { readBackupSettings } from './backup-passphrase-service.ts';
import { isBackupOverdue, isPassphraseDue, nextBackupAt, rehearsalDays } from './backup-rules.ts';
import { backupPlaces, backupRuns, type BackupRunRow } from '../../../entities/installation/backup-table.ts';

const newestRuns = 50;

const shownRun = ({ fault, faultDetail, ...row }: BackupRunRow): Backup => ({
  ...row,
  fault: fault && { code: fault, detail: faultDetail },
});

/** The newest run of a folder that matches; undefined without one. */
export async function lastRun(
  db: Tx,
  placeId: string | undefined,
  what: BackupRunRow['what'],
  states: BackupRunRow['state'][],
): Promise<BackupRunRow | undefined> {
  const [row] = await db
    .select()
    .from(backupRuns)
    .where(
      and(
        eq(backupRuns.what, what),
        inArray(backupRuns.state, states),
        placeId === undefined ? undefined : eq(backupRuns.placeId, placeId),
      ),
    )
    .orderBy(desc(backupRuns.requestedAt), desc(backupRuns.id))
    .limit(1);
  return row;
}

type PlaceRow = typeof backupPlaces.$inferSelect;

async function overviewOfPlace(db: Tx, place: PlaceRow, disk: Disk, now: Date) {
  const last = await lastRun(db, place.id, 'BACKUP', ['DONE', 'FAILED', 'DELETED']);
  const good = await lastRun(db, place.id, 'BACKUP', ['DONE']);
  const { id, folder, keep } = place;
  // The column holds only what the call accepts.
  const everyHours = place.everyHours as BackupOverview['places'][number]['everyHours'];
  const nextAt = nextBackupAt(place, last)?.toISOString() ?? null;
  const space = await disk(folder).catch(() => null);
  return {
    place: { id, folder, everyHours, keep, nextAt, disk: space },
    isOverdue: isBackupOverdue(place, good?.endedAt ?? null, now),
  };
}

/** What the page of backups shows. */
export async function readBackups(db: Tx, { disk, now }: { disk: Disk; now: Date }): Promise<BackupOverview> {
  const rows = await db.select().from(backupPlaces).orderBy(backupPlaces.createdAt);
  const places = [];
  for (const row of rows) places.push(await overviewOfPlace(db, row, disk, now));
  const runs = await db.select().from(backupRuns).orderBy(desc(backupRuns.requestedAt)).limit(newestRuns);
  const good = await lastRun(db, undefined, 'BACKUP', ['DONE']);
  const rehearsal = await lastRun(db, undefined, 'REHEARSAL', ['DONE', 'FAILED']);
  const settings = await readBackupSettings(db);
  const [hold] = await db.select().from(installationHolds);
  return {
    places: places.map(({ place }) => place),
    runs: runs.map(shownRun),
    lastGoodAt: good?.endedAt ?? null,
    lastRehearsal: rehearsal ? shownRun(rehearsal) : null,
    isOverdue: places.some(({ isOverdue }) => isOverdue),
    passphrase: {
      setAt: settings?.setAt ?? null,
      checkedAt: settings?.checkedAt ?? null,
      isDue: isPassphraseDue(settings?.checkedAt ?? null, now),
    },
    rehearsalDays,
    hold: hold ? { since: hold.since, isCopy: hold.isCopy, backupAt: hold.backupAt } : null,
  };
}
