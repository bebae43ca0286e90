import type { XReport } from '@sweepline/contract/robot';
import { getTableName, and, asc, eq } from 'drizzle-orm';
import { isDue, type Clock } from '../../platform/runtime/clock.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import type { GatewayTiming, Log } from '../gateway-options.ts';
import type { RunOwner } from './run-registry.ts';
import { foreignId, unknownId, type Sender, type UplinkRefusals } from '../intake/uplink-refusals.ts';
import { waitingReports, type WaitingReport } from './waiting-report-table.ts';
import { runs } from '../../entities/work/run-table.ts';

interface WaitingReportsDeps {
  db: Db;
  now: Clock;
  log: Log;
  timing: GatewayTiming;
  refusals: UplinkRefusals;
}

const expiryCheckMs = 60_000;
/** More than a robot can have by accident. The oldest is removed, so that no robot fills the table. */
const maxPerDevice = 20;
const maxPerCheck = 200;

const keyOf = ({ deviceId }: { deviceId: string }, runId: string) => `${deviceId}/${runId}`;

/**
 * Reports that arrive before their run. A report does not prove its run id, so it creates no run. It waits for the robot's
 * message about the run, and becomes a dead letter after a timeout.
 */
export function createWaitingReports({ db, now, log, timing, refusals }: WaitingReportsDeps) {
  /** Possible rows; a key without a row is harmless. Most messages then need no query. */
  const keys = new Set<string>();
  let checkedMs = now().getTime();
  let expiring: Promise<void> = Promise.resolve();

  const refuse = async (tx: Tx, rows: readonly WaitingReport[]): Promise<void> => {
    for (const { deviceId, companyId, sn, runId, report } of rows) {
      const device = { deviceId, companyId, sn, nickname: '' };
      const [foreignRun] = await tx.raw(
        `select from ${getTableName(runs)} where id = $1 and (device_id <> $2 or company_id <> $3)`,
        [runId, deviceId, companyId],
      );
      const refusal = foreignRun ? foreignId('runId', runId) : unknownId('runId', runId);
      await refusals.noteIn(tx, { device, topic: 'xReport', message: report }, refusal);
      tx.afterCommit(() => keys.delete(keyOf(device, runId)));
    }
  };

  /** Deletes rows by a condition, and returns them. */
  const remove = async (
    tx: Tx,
    condition: string,
    parameters: readonly unknown[],
  ): Promise<WaitingReport[]> => {
    const rows = await tx.raw<{ row: WaitingReport }>(
      `delete from ${getTableName(waitingReports)} where id in (select id from ${getTableName(waitingReports)} where ${condition} for update skip locked)
       returning json_build_object('id', id, 'companyId', company_id, 'deviceId', device_id, 'runId', run_id, 'sn', sn,
         'report', report, 'at', at, 'receivedAt', received_at) as row`,
      parameters,
    );
    return rows.map(({ row }) => row);
  };

  const expire = (nowMs: number): Promise<void> =>
    inScope(db, '*', async (tx) => {
      const before = new Date(nowMs - timing.reportWaitMs).toISOString();
      await refuse(
        tx,
        await remove(tx, `received_at < $1::timestamptz order by received_at limit ${maxPerCheck}`, [before]),
      );
    });

  return {
    load: async (shards: readonly number[]): Promise<void> => {
      const { deviceId, runId } = waitingReports;
      const ofShards = inShards(deviceId, shards);
      const rows = await inScope(
        db,
        '*',
        (tx) => tx.select({ deviceId, runId }).from(waitingReports).where(ofShards),
        { readOnly: true },
      );
      for (const row of rows) keys.add(keyOf(row, row.runId));
    },
    /** Stores a report, in the transaction that stores its message. */
    keep: async (tx: Tx, { deviceId, companyId, sn }: Sender, report: XReport, at: string): Promise<void> => {
      const { runId } = report;
      const receivedAt = now().toISOString();
      await tx.insert(waitingReports).values({ deviceId, companyId, sn, runId, report, at, receivedAt });
      // Before the commit, because the same transaction may contain the run.
      keys.add(keyOf({ deviceId }, runId));
      const overLimit = `device_id = $1 order by received_at desc, id desc offset ${maxPerDevice}`;
      await refuse(tx, await remove(tx, overLimit, [deviceId]));
    },
    /** Removes and returns the waiting reports of a run of this device and company, oldest first. */
    take: async (tx: Tx, { deviceId, companyId }: RunOwner, runId: string): Promise<WaitingReport[]> => {
      if (!keys.has(keyOf({ deviceId }, runId))) return [];
      const own = and(
        eq(waitingReports.deviceId, deviceId),
        eq(waitingReports.companyId, companyId),
        eq(waitingReports.runId, runId),
      );
      const rows = await tx.select().from(waitingReports).where(own).orderBy(asc(waitingReports.id));
      await tx.delete(waitingReports).where(own);
      tx.afterCommit(() => keys.delete(keyOf({ deviceId }, runId)));
      return rows;
    },
    tick(nowMs: number): void {
      if (!isDue(checkedMs, nowMs, expiryCheckMs)) return;
      checkedMs = nowMs;
      expiring = expire(nowMs).catch((error: unknown) =>
        log.error({ error }, 'reports without a run could not be looked after'),
      );
    },
    flush: () => expiring,
  };
}
export type WaitingReports = ReturnType<typeof createWaitingReports>;
