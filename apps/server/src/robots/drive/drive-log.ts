import type { DriveEnd, DriveRight } from '@sweepline/contract';
import { eq, isNull } from 'drizzle-orm';
import { driveSessions } from '../../features/device-control/control-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';

/** What is kept of one session. */
export interface DriveRecord {
  id: string;
  companyId: string;
  deviceId: string;
  accountId: string;
  accountName: string;
  byRight: DriveRight;
  reason: string;
  openedAt: string;
}

export interface DriveOutcome {
  endedAt: string;
  endedAs: DriveEnd;
  endedBy: string;
  distanceM: number;
  maxMps: number;
  latencyMs: number | null;
  mapId: string | null;
  path: [number, number, number, number][];
}

const uniqueViolation = '23505';
const codeOf = (error: unknown): unknown =>
  error instanceof Error ? ('code' in error ? error.code : codeOf(error.cause)) : undefined;

/** The sessions as the database has them. Its unique index is the last word on who drives. */
export const createDriveLog = (db: Db) => ({
  /** False when another process has the device in hand. */
  begin: async (record: DriveRecord): Promise<boolean> => {
    try {
      await inScope(db, '*', (tx) => tx.insert(driveSessions).values(record));
      return true;
    } catch (error) {
      if (codeOf(error) === uniqueViolation) return false;
      throw error;
    }
  },
  end: (id: string, outcome: DriveOutcome) =>
    inScope(db, '*', (tx) => tx.update(driveSessions).set(outcome).where(eq(driveSessions.id, id))),
  /** What an earlier process left open: the robot has stopped by itself long since. */
  endOpenSessions: (endedAt: string) =>
    inScope(db, '*', (tx) =>
      tx.update(driveSessions).set({ endedAt, endedAs: 'RESTARTED' }).where(isNull(driveSessions.endedAt)),
    ),
});
export type DriveLog = ReturnType<typeof createDriveLog>;
