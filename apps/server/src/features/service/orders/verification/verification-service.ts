import { permissions, verificationDays, verificationHours } from '@sweepline/contract';
import { eq, getTableName } from 'drizzle-orm';
import { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { runs } from '../../../../entities/work/run-table.ts';
import { workOrders, type WorkOrderRow } from '../../../../entities/service/work-order-table.ts';
import { inScope, type Db, type Tx } from '../../../../platform/db/db.ts';
import type { Clock } from '../../../../platform/runtime/clock.ts';
import type { Bus } from '../../../../platform/socket/bus.ts';
import { notify } from '../../../people/notices/notice-service.ts';
import { receiverOf } from '../../../people/notices/receiver-service.ts';
import { changeWorkOrder } from '../work-order-change-service.ts';
import { lockAlarmOrders, openOrderOf, type OrderWriter } from '../work-order-create-service.ts';
import { reopened } from '../work-order-reopen-service.ts';
import { readFacts, verifiedOrder, type VerifiedOrder } from './verification-facts.ts';
import { verdictOf, type Verdict } from './verification-rules.ts';
import { fullOrderNumber } from '../../../../entities/service/work-order-number-service.ts';

interface VerificationDeps {
  db: Db;
  bus: Bus;
  now: Clock;
}

/** Orders of one query. */
const batchSize = 200;

/**
 * Orders about which something can be decided: the cause came back, the robot left, enough time has passed and a run ended, or the
 * time for a proof is over. `$2` is the last id of the batch before.
 */
const decidable = `select o.id from ${getTableName(workOrders)} o
  where o.verification = 'WAITING' and ($2::uuid is null or o.id > $2::uuid) and (
    o.resolved_at <= $1::timestamptz - interval '${verificationDays} days'
    or exists (select from ${getTableName(alarms)} a where a.device_id = o.device_id and a.code = o.alarm_code
      and a.company_id = o.company_id and (a.raised_at > o.resolved_at or a.last_raised_at > o.resolved_at))
    or not exists (select from ${getTableName(devices)} v where v.id = o.device_id and v.company_id = o.company_id
      and v.binding not in ('VOID', 'NOT_ACTIVATED'))
    or (o.resolved_at <= $1::timestamptz - interval '${verificationHours} hours'
      and exists (select from ${getTableName(runs)} r where r.device_id = o.device_id and r.created_at >= o.resolved_at
        and r.state = 'SUCCESS')))
  order by o.id limit ${batchSize}`;

const iso = (ms: number) => new Date(ms).toISOString();

/** Tells the technician of an order, if the account may still see it. */
async function tellAssignee({ db, bus, now }: OrderWriter, order: WorkOrderRow): Promise<void> {
  if (order.assigneeId === null) return;
  const receiver = await receiverOf(db, order.assigneeId, order.companyId, permissions.workOrders);
  if (!receiver) return;
  await notify(db, bus, now, {
    kind: 'system',
    companyId: receiver.account.companyId,
    accountId: receiver.account.id,
    template: 'orderCameBack',
    params: { number: await fullOrderNumber(db, order), name: order.name, device: order.deviceName },
    workOrderId: order.id,
  });
}

/** The cause came back: the order is in work again, unless another open order is about the same cause. */
async function fail(writer: OrderWriter, { id, deviceId, alarmCode }: VerifiedOrder, at: number) {
  const other = await openOrderOf(writer.db, deviceId, alarmCode);
  const failed = { verification: 'FAILED', verifiedAt: null } as const;
  const changes = { alarm: alarmCode, at: iso(at), ...(other && { order: other.number }) };
  const event = { kind: 'VERIFICATION_FAILED', changes } as const;
  const order = await changeWorkOrder(writer, id, { changes: failed, event });
  if (!other)
    await changeWorkOrder(writer, id, (row) => ({
      from: ['RESOLVED'],
      // The mark stays until the next resolution.
      changes: { ...reopened(row), ...failed },
      event: { kind: 'REOPENED' },
    }));
  await tellAssignee(writer, order);
}

async function apply(writer: OrderWriter, order: VerifiedOrder, verdict: Verdict): Promise<void> {
  if (verdict.kind === 'FAILED') await fail(writer, order, verdict.at);
  if (verdict.kind === 'VERIFIED')
    await changeWorkOrder(writer, order.id, {
      changes: { verification: 'VERIFIED', verifiedAt: iso(verdict.at) },
      event: { kind: 'VERIFIED', changes: { at: iso(verdict.at) } },
    });
  if (verdict.kind === 'NOT_POSSIBLE') {
    const { obstacle } = verdict;
    await changeWorkOrder(writer, order.id, {
      changes: { verification: 'NOT_POSSIBLE', verificationObstacle: obstacle },
      event: { kind: 'VERIFICATION_NOT_POSSIBLE', changes: { obstacle } },
    });
  }
}

/** The order if it still waits. The locks are taken in the order of `createWorkOrder`. */
async function takeOrder(tx: Tx, id: string): Promise<VerifiedOrder | undefined> {
  const [row] = await tx.select().from(workOrders).where(eq(workOrders.id, id));
  const before = row && verifiedOrder(row);
  if (!before) return undefined;
  await lockAlarmOrders(tx, before.deviceId, before.alarmCode);
  const [locked] = await tx
    .select()
    .from(workOrders)
    .where(eq(workOrders.id, id))
    .for('update', { skipLocked: true });
  return locked && verifiedOrder(locked);
}

const verifyOne = ({ db, bus, now }: VerificationDeps, id: string): Promise<void> =>
  inScope(db, '*', async (tx) => {
    const order = await takeOrder(tx, id);
    if (!order) return;
    const verdict = verdictOf(await readFacts(tx, order, now()), now().getTime());
    await apply({ db: tx, bus, now, by: null }, order, verdict);
  });

/** Decides for resolved orders whether the robot showed that the fix held. */
export async function verifyOrders(deps: VerificationDeps): Promise<void> {
  for (let last: string | null = null; ;) {
    const rows: { id: string }[] = await inScope(
      deps.db,
      '*',
      (tx) => tx.raw<{ id: string }>(decidable, [deps.now().toISOString(), last]),
      { readOnly: true },
    );
    for (const { id } of rows) await verifyOne(deps, id);
    if (rows.length < batchSize) return;
    last = rows.at(-1)!.id;
  }
}
