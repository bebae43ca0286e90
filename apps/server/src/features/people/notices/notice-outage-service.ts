import type { NoticeRules } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { noticeRulesOf } from '../../../entities/people/notice-setting-service.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { tell } from './notice-telling-service.ts';
import { isOutageDue, openSpans, type Span } from './outage-rules.ts';
import { toldOutages } from './outage-table.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Outages that began earlier get no notice any more. */
const oldMs = 7 * dayMs;
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
type Rules = Map<string, NoticeRules>;

const nameOfDevice = sql<string>`coalesce(nullif(${devices.nickname}, ''), ${devices.sn})`;

/**
 * Robots that have been offline for a minute, the shortest time that a company can choose, and whose outage was not told. One that
 * disconnected gracefully or was blocked is not among them.
 */
const untold = (tx: Tx, until: Date): Promise<(Outage & { timezone: string | null })[]> =>
  tx
    .select({
      deviceId: deviceLives.id,
      companyId: devices.companyId,
      name: nameOfDevice,
      since: sql<string>`${deviceLives.since}`,
      timezone: sites.timezone,
    })
    .from(deviceLives)
    .innerJoin(devices, eq(devices.id, deviceLives.id))
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .where(
      and(
        eq(deviceLives.state, 'OFFLINE'),
        sql`${deviceLives.since} <= ${new Date(until.getTime() - minuteMs).toISOString()}`,
        sql`${deviceLives.since} > ${new Date(until.getTime() - oldMs).toISOString()}`,
        sql`${deviceLives.live} -> 'connection' ->> 'reason' = 'BROKEN'`,
        sql`not exists (select 1 from ${toldOutages} where ${toldOutages.deviceId} = ${deviceLives.id})`,
      ),
    );

/** Outages that were told and have ended, and when. A later outage ended the one before at its start. */
const ended = (tx: Tx): Promise<(Outage & { toldId: string; until: string })[]> =>
  tx
    .select({
      toldId: toldOutages.id,
      deviceId: devices.id,
      companyId: devices.companyId,
      name: nameOfDevice,
      since: sql<string>`${toldOutages.since}`,
      until: sql<string>`${deviceLives.since}`,
    })
    .from(toldOutages)
    .innerJoin(deviceLives, eq(deviceLives.id, toldOutages.deviceId))
    .innerJoin(devices, eq(devices.id, toldOutages.deviceId))
    .where(sql`(${deviceLives.state}, ${deviceLives.since}) <> ('OFFLINE', ${toldOutages.since})`);

/** The outages that are due by the rules of their companies. */
function dueOf<Row extends Outage & { timezone: string | null }>(
  outages: readonly Row[],
  rules: Rules,
  nowMs: number,
): Row[] {
  const known = new Map<string, Span[]>();
  const expectedOf = ({ companyId, timezone }: Row, windows: NoticeRules['expectedOffline']): Span[] => {
    const zone = timezone ?? 'UTC';
    const key = `${companyId} ${zone}`;
    const spans = known.get(key) ?? openSpans(windows, zone, [nowMs - oldMs - dayMs, nowMs]);
    known.set(key, spans);
    return spans;
  };
  return outages.filter((outage) => {
    const rule = rules.get(outage.companyId);
    if (!rule?.isOfflineTold) return false;
    const expected = expectedOf(outage, rule.expectedOffline);
    return isOutageDue(Date.parse(outage.since), nowMs, rule.offlineMinutes, expected);
  });
}

/** Carries a work out for each of the rows, some in one transaction: an interrupted run goes on with the others. */
async function forEach<Row>(db: Db, rows: readonly Row[], work: (tx: Tx, row: Row) => Promise<unknown>) {
  for (let from = 0; from < rows.length; from += batchSize)
    await inScope(db, '*', async (tx) => {
      for (const row of rows.slice(from, from + batchSize)) await work(tx, row);
    });
}

/** The outages with the rules of their companies. */
const withRules = <Row extends Outage>(db: Db, read: (tx: Tx) => Promise<Row[]>) =>
  inScope(db, '*', async (tx) => {
    const outages = await read(tx);
    const companyIds = outages.map(({ companyId }) => companyId);
    return { outages, rules: companyIds.length > 0 ? await noticeRulesOf(tx, companyIds) : new Map() };
  });

const isoOf = (at: string) => new Date(at).toISOString();

/**
 * Tells of robots that stay offline, and of those that are back after that. It reads rows only, so whichever server owned the robot
 * at the beginning or at the end of the outage, and whichever runs this, each outage is told once.
 */
export async function noticeOutages({ db, bus, now }: NoticeDeps): Promise<void> {
  const write = async (
    tx: Tx,
    template: 'deviceOffline' | 'deviceBack',
    { deviceId, companyId, name, since }: Outage,
    until: Date,
    rules: Rules,
  ) => {
    const kind = template === 'deviceBack' ? 'back' : 'offline';
    const notice = {
      companyId,
      deviceId,
      about: { kind: 'device' as const, id: deviceId },
      template,
      params: { name, span: Math.floor((until.getTime() - Date.parse(since)) / minuteMs) },
      occasion: `${kind}/${deviceId}/${isoOf(since)}`,
    };
    const telling = rules.get(companyId)?.connectionTelling;
    if (telling) await tell(tx, { bus, now }, notice, telling);
  };
  const back = await withRules(db, ended);
  await forEach(db, back.outages, async (tx, outage) => {
    // Of two runs at the same time, the one that deletes the row tells.
    const deleted = await tx.delete(toldOutages).where(eq(toldOutages.id, outage.toldId)).returning();
    if (deleted.length > 0 && back.rules.get(outage.companyId)?.isBackTold)
      await write(tx, 'deviceBack', outage, new Date(outage.until), back.rules);
  });
  const until = now();
  const { outages, rules } = await withRules(db, (tx) => untold(tx, until));
  await forEach(db, dueOf(outages, rules, until.getTime()), async (tx, outage) => {
    const { deviceId, companyId, since } = outage;
    const stored = await tx
      .insert(toldOutages)
      .values({ deviceId, companyId, since: isoOf(since) })
      .onConflictDoNothing()
      .returning();
    if (stored.length > 0) await write(tx, 'deviceOffline', outage, until, rules);
  });
}

export const outageNoticeJob = (deps: NoticeDeps): Job => ({
  name: 'notices.outages',
  everySeconds: 30,
  run: () => noticeOutages(deps),
});
