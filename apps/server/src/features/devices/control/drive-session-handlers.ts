import { driveSessionCalls, type DriveSession } from '@sweepline/contract';
import { and, desc, eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { driveSessions } from '../../../entities/devices/control-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';

const sessionOf = ({
  accountName,
  byRight,
  endedAs,
  ...row
}: Omit<typeof driveSessions.$inferSelect, 'path'>): DriveSession => ({
  ...row,
  driver: accountName,
  right: byRight,
  end: endedAs,
});

export const driveSessionAnswers = answer(driveSessionCalls, {
  list: async ({ db }, input) => {
    const { id } = await find(db, devices, input.deviceId);
    const where = and(visible(db, driveSessions), eq(driveSessions.deviceId, id));
    const rows = db
      .select()
      .from(driveSessions)
      .where(where)
      .orderBy(desc(driveSessions.openedAt), desc(driveSessions.id));
    const page = await paginate(input, rows, counted(db, driveSessions, where));
    return { ...page, list: page.list.map(sessionOf) };
  },

  detail: async ({ db }, { id }) => {
    const row = await find(db, driveSessions, id);
    return { ...sessionOf(row), mapId: row.mapId, path: row.path };
  },
});
