import {
  permissions,
  ratingDays,
  reopenDays,
  undispatchedResolutions,
  workOrderActCalls,
  type Input,
  type VerificationObstacle,
  type WorkOrderResolution,
  type WorkOrderWait,
} from '@sweepline/contract';
import { accounts } from '../../../entities/people/account-table.ts';
import { isReader } from '../../../entities/people/record-readers.ts';
import { workOrderNotes } from '../../../entities/service/work-order-event-table.ts';
import { workOrders, type WorkOrderRow } from '../../../entities/service/work-order-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { hasPermission, Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { find } from '../../../platform/db/page.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { receiverOf } from '../../people/notices/receiver-service.ts';
import { checkWorkComplete } from './work-completion-service.ts';
import { changeWorkOrder } from './work-order-change-service.ts';
import { lockAlarmOrders, openOrderOf, publishOrder } from './work-order-create-service.ts';
import { rateUntil, readWorkOrder, reopenUntil } from './work-order-detail.ts';
import { writerOf } from './work-order-handlers.ts';
import { reopened } from './work-order-reopen-service.ts';
import { fullOrderNumber } from '../../../entities/service/work-order-number-service.ts';

type Calls = typeof workOrderActCalls;
/** What the person who submitted an order can give. */
const forPublisher: readonly WorkOrderWait[] = ['CUSTOMER', 'ACCESS'];
const nothingWaits = { waitingFor: null, waitingSince: null };

/** Tells one account about an order, unless the account did it or may not see it. */
async function tell(
  { db, services, now, account }: Ctx,
  order: WorkOrderRow,
  accountId: string | null,
  template: 'orderDispatched' | 'orderWaits' | 'orderResolved' | 'orderReopened',
): Promise<void> {
  if (accountId === null || accountId === account.id) return;
  // The account may be of a company above the caller's.
  await asSystem(db, async (all) => {
    const receiver = await receiverOf(all, accountId, order.companyId, permissions.workOrders);
    if (!receiver) return;
    await notify(all, services.bus, now, {
      kind: 'system',
      companyId: receiver.account.companyId,
      accountId,
      template,
      params: { number: await fullOrderNumber(all, order), name: order.name, device: order.deviceName },
      workOrderId: order.id,
    });
  });
}

async function dispatch(ctx: Ctx, input: Input<Calls['dispatch']>) {
  const { db, now } = ctx;
  const { id, version, assigneeId, contactNumber, appointment, note } = input;
  const assignee = await find(db, accounts, assigneeId);
  const order = await changeWorkOrder(writerOf(ctx), id, async ({ companyId, dispatchedAt, respondedAt }) => {
    const subject = { companyId, allow: permissions.workOrders };
    if (!(await isReader(db, subject, assignee.id))) throw wrongField('assigneeId', 'TECHNICIAN_CANNOT_SEE');
    const at = now().toISOString();
    return {
      version,
      from: ['SUBMITTED', 'PROCESSING'],
      changes: {
        state: 'PROCESSING',
        assigneeId,
        assigneeNumber: contactNumber ?? assignee.phone,
        appointmentFrom: appointment?.from ?? null,
        appointmentUntil: appointment?.until ?? null,
        dispatchedAt: dispatchedAt ?? at,
        respondedAt: respondedAt ?? at,
      },
      event: {
        kind: 'DISPATCHED',
        text: note,
        changes: {
          assigneeId,
          ...(appointment && { appointment: appointment.from }),
        },
      },
    };
  });
  await tell(ctx, order, assigneeId, 'orderDispatched');
  return await readWorkOrder(ctx, id);
}

async function wait(ctx: Ctx, { id, version, waitingFor, note }: Input<Calls['wait']>) {
  const order = await changeWorkOrder(writerOf(ctx), id, {
    version,
    from: ['PROCESSING'],
    changes: { waitingFor, waitingSince: waitingFor === null ? null : ctx.now().toISOString() },
    event: {
      kind: waitingFor === null ? 'CONTINUED' : 'WAITING',
      text: note,
      changes: waitingFor === null ? {} : { waitingFor },
    },
  });
  if (waitingFor !== null && forPublisher.includes(waitingFor))
    await tell(ctx, order, order.publisherId, 'orderWaits');
  return await readWorkOrder(ctx, id);
}

async function comment(ctx: Ctx, { id, text, internal }: Input<Calls['comment']>) {
  const { db, account, now } = ctx;
  if (!internal) await changeWorkOrder(writerOf(ctx), id, { event: { kind: 'COMMENTED', text } });
  else {
    if (!hasPermission(account, permissions.orderInternal)) throw new Refusal('forbidden');
    const order = await find(db, workOrders, id);
    const note = {
      orderId: id,
      companyId: account.companyId,
      at: now().toISOString(),
      byId: account.id,
      text,
    };
    // The tenant scope of linked technical support does not contain its own company.
    await asSystem(db, (all) => all.insert(workOrderNotes).values(note));
    publishOrder(writerOf(ctx), order);
  }
  return await readWorkOrder(ctx, id);
}

/** Why the robot cannot show that a fix held; null if it can. */
function obstacleOf(
  order: Pick<WorkOrderRow, 'deviceId' | 'alarmCode'>,
  resolution: WorkOrderResolution,
): VerificationObstacle | null {
  if (resolution !== 'FIXED' && resolution !== 'WORKAROUND') return 'NOTHING_REPAIRED';
  if (order.deviceId === null) return 'NO_ROBOT';
  return order.alarmCode === null ? 'NO_CAUSE' : null;
}

/** The columns of a resolution. */
function resolved(ctx: Ctx, order: WorkOrderRow, resolution: WorkOrderResolution, text: string) {
  const obstacle = obstacleOf(order, resolution);
  const at = ctx.now().toISOString();
  return {
    ...nothingWaits,
    state: 'RESOLVED',
    resolution,
    resolutionText: text,
    resolvedAt: at,
    resolvedById: ctx.account.id,
    respondedAt: order.respondedAt ?? at,
    verification: obstacle === null ? 'WAITING' : 'NOT_POSSIBLE',
    verificationObstacle: obstacle,
    verificationText: '',
    verifiedAt: null,
  } as const;
}

async function resolve(ctx: Ctx, { id, version, resolution, text }: Input<Calls['resolve']>) {
  const order = await changeWorkOrder(writerOf(ctx), id, async (row) => {
    if (row.state === 'SUBMITTED' && !undispatchedResolutions.includes(resolution))
      throw wrongField('resolution', 'ONLY_WITHDRAWN');
    if (row.state === 'PROCESSING') await checkWorkComplete(ctx.db, row, resolution);
    return {
      version,
      from: ['SUBMITTED', 'PROCESSING'],
      changes: resolved(ctx, row, resolution, text),
      event: { kind: 'RESOLVED', text, changes: { resolution } },
    };
  });
  await tell(ctx, order, order.publisherId, 'orderResolved');
  return await readWorkOrder(ctx, id);
}

async function merge(ctx: Ctx, { id, version, intoId }: Input<Calls['merge']>) {
  await find(ctx.db, workOrders, id);
  const into = await find(ctx.db, workOrders, intoId);
  if (id === intoId) throw wrongField('intoId', 'SAME_ORDER');
  await changeWorkOrder(writerOf(ctx), id, (row) => {
    if (row.companyId !== into.companyId) throw wrongField('intoId', 'ORDER_OF_OTHER_COMPANY');
    return {
      version,
      from: ['SUBMITTED', 'PROCESSING'],
      changes: { ...resolved(ctx, row, 'DUPLICATE', ''), mergedIntoId: intoId },
      event: { kind: 'MERGED', changes: { into: into.number } },
    };
  });
  await changeWorkOrder(writerOf(ctx), intoId, ({ number }) => ({
    event: { kind: 'MERGED', changes: { from: number } },
  }));
  return await readWorkOrder(ctx, id);
}

/** Refuses a second open order of a robot for one alarm code. */
async function refuseSecond({ db }: Ctx, { deviceId, alarmCode }: WorkOrderRow): Promise<void> {
  if (deviceId === null || alarmCode === null) return;
  await lockAlarmOrders(db, deviceId, alarmCode);
  const open = await openOrderOf(db, deviceId, alarmCode);
  if (open)
    throw wrongField('id', 'OTHER_ORDER_OPEN', {
      number: await fullOrderNumber(db, open),
    });
}

async function reopen(ctx: Ctx, { id, version, reason }: Input<Calls['reopen']>) {
  const order = await changeWorkOrder(writerOf(ctx), id, async (row) => {
    const until = reopenUntil(row);
    if (until !== null && ctx.now().getTime() > Date.parse(until))
      throw wrongField('id', 'REOPEN_TOO_LATE', { days: reopenDays });
    if (until !== null) await refuseSecond(ctx, row);
    return {
      version,
      from: until === null ? [] : ['RESOLVED'],
      changes: reopened(row),
      event: { kind: 'REOPENED', text: reason },
    };
  });
  await tell(ctx, order, order.assigneeId, 'orderReopened');
  return await readWorkOrder(ctx, id);
}

async function rate(ctx: Ctx, { id, rating, text }: Input<Calls['rate']>) {
  await changeWorkOrder(writerOf(ctx), id, (row) => {
    if (row.publisherId !== ctx.account.id) throw wrongField('rating', 'NOT_PUBLISHER');
    const until = rateUntil(row);
    if (until !== null && ctx.now().getTime() > Date.parse(until))
      throw wrongField('rating', 'RATING_TOO_LATE', { days: ratingDays });
    return {
      from: ['RESOLVED'],
      changes: { rating, ratingText: text, ratedAt: ctx.now().toISOString() },
      event: { kind: 'RATED', text, changes: { rating: String(rating) } },
    };
  });
  return await readWorkOrder(ctx, id);
}

export const workOrderActAnswers = answer(workOrderActCalls, {
  dispatch,
  wait,
  comment,
  resolve,
  merge,
  reopen,
  rate,
});
