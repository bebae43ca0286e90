import { and, eq, gte, inArray, lte, or } from 'drizzle-orm';
import { finalCommandStates, commandStates } from '@sweepline/contract';
import { commands } from '../../entities/devices/command-table.ts';
import { installationHolds } from '../../entities/installation/hold-table.ts';
import { scheduleStarts } from '../../entities/work/schedule-table.ts';
import { writeDueStarts } from '../../features/work/calendar/schedule-materialise-service.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { createBus } from '../../platform/socket/bus.ts';

const final: readonly string[] = finalCommandStates;
const open = commandStates.filter((state) => !final.includes(state));

export interface RestoredState {
  expiredCommands: number;
  missedStarts: number;
}

/**
 * Makes a restored database safe to open: robots are held, commands that waited at the time of the backup have expired, and starts that
 * were planned until now are missed. Otherwise the first robot that connects would get orders of a past week.
 */
export async function settleRestored(
  db: Db,
  { now, backupAt, isCopy }: { now: () => Date; backupAt: string; isCopy: boolean },
): Promise<RestoredState> {
  const at = now().toISOString();
  await writeDueStarts(
    db,
    createBus(() => {}),
    now,
  );
  return await inScope(db, '*', async (tx) => {
    await tx.delete(installationHolds);
    await tx.insert(installationHolds).values({ since: at, isCopy, backupAt });
    const expired = await tx
      .update(commands)
      .set({ status: 'EXPIRED', code: 'EXPIRED', endedAt: at })
      .where(inArray(commands.status, open))
      .returning({ id: commands.id });
    const { state, reason, dueAt } = scheduleStarts;
    const sinceBackup = and(eq(state, 'MISSED'), eq(reason, 'SERVER_DOWN'), gte(dueAt, backupAt));
    const missed = await tx
      .update(scheduleStarts)
      // The people of a copy are those of the installation that goes on.
      .set({ state: 'MISSED', reason: 'RESTORED', ...(isCopy && { toldAt: at }) })
      .where(and(lte(dueAt, at), or(eq(state, 'DUE'), sinceBackup)))
      .returning({ id: scheduleStarts.id });
    return { expiredCommands: expired.length, missedStarts: missed.length };
  });
}
