import type { DriveEnd, DriveRight } from '@sweepline/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { driveSessions } from '../../entities/devices/control-table.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db } from '../../platform/db/db.ts';

/** The stored record of one session. */
export interface DriveRecord {
  id: string;
  companyId: string;
  deviceId: string;
  accountId: string;
  accountName: string;
  accountCompany: string;
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

/** The stored sessions. The unique index decides who drives. */
export const createDriveLog = (db: Db) => ({
  /** False if the device has an open session already, also in another process. */
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
  /** Ends sessions that another process left open; their robots have stopped by their watchdog. */
  endOpenSessions: (shards: readonly number[], endedAt: string) =>
    inScope(db, '*', (tx) =>
      tx
        .update(driveSessions)
        .set({ endedAt, endedAs: 'RESTARTED' })
        .where(and(isNull(driveSessions.endedAt), inShards(driveSessions.deviceId, shards))),
    ),
});
export type DriveLog = ReturnType<typeof createDriveLog>;
