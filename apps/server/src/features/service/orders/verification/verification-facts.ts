import { and, eq, gt, gte, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { runs } from '../../../../entities/work/run-table.ts';
import type { WorkOrderRow } from '../../../../entities/service/work-order-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { spansDuring } from '../../../devices/history/device-span-service.ts';
import type { VerificationFacts } from './verification-rules.ts';

/** An order that waits for the proof of its fix: it has a robot, a code and a resolution. */
export interface VerifiedOrder {
  id: string;
  companyId: string;
  deviceId: string;
  alarmCode: string;
  resolvedAt: string;
}

/** The order if it waits for a proof. */
export const verifiedOrder = (row: WorkOrderRow): VerifiedOrder | undefined => {
  const { id, companyId, deviceId, alarmCode, resolvedAt, state, verification } = row;
  if (state !== 'RESOLVED' || verification !== 'WAITING') return undefined;
  return deviceId && alarmCode && resolvedAt ? { id, companyId, deviceId, alarmCode, resolvedAt } : undefined;
};

const ms = (at: string) => Date.parse(at);

/** The alarms of the code that were raised after the resolution, or stood then. */
async function alarmsSince(tx: Tx, { deviceId, companyId, alarmCode, resolvedAt }: VerifiedOrder) {
  return await tx
    .select({
      raisedAt: alarms.raisedAt,
      lastRaisedAt: alarms.lastRaisedAt,
      clearedAt: alarms.clearedAt,
    })
    .from(alarms)
    .where(
      and(
        eq(alarms.deviceId, deviceId),
        eq(alarms.companyId, companyId),
        eq(alarms.code, alarmCode),
        or(gt(alarms.raisedAt, resolvedAt), isNull(alarms.clearedAt), gt(alarms.clearedAt, resolvedAt)),
      ),
    );
}

/** What happened to the robot of an order since its resolution. The transaction sees all companies. */
export async function readFacts(tx: Tx, order: VerifiedOrder, now: Date): Promise<VerificationFacts> {
  const { deviceId, companyId, resolvedAt } = order;
  const [[device], alarmRows, { spans }, runRows] = await Promise.all([
    tx
      .select({ companyId: devices.companyId, binding: devices.binding })
      .from(devices)
      .where(eq(devices.id, deviceId)),
    alarmsSince(tx, order),
    spansDuring(tx, deviceId, 'CONNECTION', resolvedAt, now.toISOString()),
    tx
      .select({ startedAt: runs.startedAt, endedAt: runs.endedAt, state: runs.state })
      .from(runs)
      .where(
        and(
          eq(runs.deviceId, deviceId),
          eq(runs.companyId, companyId),
          // A drive to a point does not use what was repaired.
          ne(runs.kind, 'NAVIGATION'),
          gte(runs.createdAt, resolvedAt),
          isNotNull(runs.startedAt),
          isNotNull(runs.endedAt),
        ),
      ),
  ]);
  const stood = alarmRows.filter(({ raisedAt }) => ms(raisedAt) <= ms(resolvedAt));
  return {
    resolvedAt: ms(resolvedAt),
    isHere:
      device?.companyId === companyId && device.binding !== 'NOT_ACTIVATED' && device.binding !== 'VOID',
    raises: alarmRows.flatMap(({ raisedAt, lastRaisedAt }) => [
      ms(raisedAt),
      ...(lastRaisedAt ? [ms(lastRaisedAt)] : []),
    ]),
    clears: stood.map(({ clearedAt }) => (clearedAt === null ? null : ms(clearedAt))),
    connection: spans.map(({ from, to, value }) => ({
      from: ms(from),
      to: to === null ? null : ms(to),
      isOnline: value === 'ONLINE',
    })),
    runs: runRows.map(({ startedAt, endedAt, state }) => ({
      startedAt: ms(startedAt!),
      endedAt: ms(endedAt!),
      isSuccess: state === 'SUCCESS',
    })),
  };
}
