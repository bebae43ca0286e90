import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { deviceLives } from '../../entities/devices/device-live-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { notices } from '../../entities/people/notice-table.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { notify } from './notice-service.ts';

/** A short loss of the connection is normal. A notice follows when the robot stays offline this long. */
const awayMs = 600_000;
/** Outages that began earlier get no notice any more. */
const oldMs = 7 * 86_400_000;
const minuteMs = 60_000;
/** Notices of one transaction. */
const batchSize = 200;

interface NoticeDeps {
  db: Db;
  bus: Bus;
  now: Clock;
}

/** A robot with the start of its outage. */
interface Outage {
  deviceId: string;
  companyId: string;
  name: string;
  since: string;
}

const nameOfDevice = sql<string>`coalesce(nullif(${devices.nickname}, ''), ${devices.sn})`;
const isOpen = isNotNull(notices.outageSince);

/** Robots that have been offline for `awayMs`, and whose notice is missing. One that disconnected gracefully or was blocked gets none. */
const unnoticed = (tx: Tx, until: Date): Promise<Outage[]> =>
  tx
    .select({
      deviceId: deviceLives.id,
      companyId: devices.companyId,
      name: nameOfDevice,
      since: sql<string>`${deviceLives.since}`,
    })
    .from(deviceLives)
    .innerJoin(devices, eq(devices.id, deviceLives.id))
    .where(
      and(
        eq(deviceLives.state, 'OFFLINE'),
        sql`${deviceLives.since} <= ${new Date(until.getTime() - awayMs).toISOString()}`,
        sql`${deviceLives.since} > ${new Date(until.getTime() - oldMs).toISOString()}`,
        sql`${deviceLives.live} -> 'connection' ->> 'reason' = 'BROKEN'`,
        sql`not exists (select 1 from ${notices} where ${notices.deviceId} = ${deviceLives.id} and ${isOpen})`,
      ),
    );

/** Outages with a notice that have ended, and when. A later outage ended the one before at its start. */
const ended = (tx: Tx): Promise<(Outage & { noticeId: string; until: string })[]> =>
  tx
    .select({
      noticeId: notices.id,
      deviceId: devices.id,
      companyId: devices.companyId,
      name: nameOfDevice,
      since: sql<string>`${notices.outageSince}`,
      until: sql<string>`${deviceLives.since}`,
    })
    .from(notices)
    .innerJoin(deviceLives, eq(deviceLives.id, notices.deviceId))
    .innerJoin(devices, eq(devices.id, notices.deviceId))
    .where(
      and(isOpen, sql`(${deviceLives.state}, ${deviceLives.since}) <> ('OFFLINE', ${notices.outageSince})`),
    );

/** Carries a work out for each of the rows, some in one transaction: an interrupted run goes on with the others. */
async function forEach<Row>(db: Db, rows: readonly Row[], work: (tx: Tx, row: Row) => Promise<unknown>) {
  for (let from = 0; from < rows.length; from += batchSize)
    await inScope(db, '*', async (tx) => {
      for (const row of rows.slice(from, from + batchSize)) await work(tx, row);
    });
}

const isoOf = (at: string) => new Date(at).toISOString();

/**
 * Writes notices of robots that stay offline, and of those that are back after such a notice. It reads rows only, so whichever
 * server owned the robot at the beginning or at the end of the outage, and whichever runs this, each outage has one of both.
 */
export async function noticeOutages({ db, bus, now }: NoticeDeps): Promise<void> {
  const write = (
    tx: Tx,
    template: 'deviceOffline' | 'deviceBack',
    { deviceId, companyId, name, since }: Outage,
    until: Date,
  ) => {
    const kind = template === 'deviceBack' ? 'back' : 'offline';
    return notify(tx, bus, now, {
      kind: 'device',
      companyId,
      deviceId,
      about: { kind: 'device', id: deviceId },
      template,
      params: { name, span: Math.floor((until.getTime() - Date.parse(since)) / minuteMs) },
      occasion: `${kind}/${deviceId}/${isoOf(since)}`,
      ...(template === 'deviceOffline' && { outageSince: since }),
    });
  };
  await forEach(db, await inScope(db, '*', ended), async (tx, outage) => {
    await write(tx, 'deviceBack', outage, new Date(outage.until));
    await tx.update(notices).set({ outageSince: null }).where(eq(notices.id, outage.noticeId));
  });
  const until = now();
  await forEach(db, await inScope(db, '*', (tx) => unnoticed(tx, until)), (tx, outage) =>
    write(tx, 'deviceOffline', outage, until),
  );
}

export const outageNoticeJob = (deps: NoticeDeps): Job => ({
  name: 'notices.outages',
  everySeconds: 30,
  run: () => noticeOutages(deps),
});
