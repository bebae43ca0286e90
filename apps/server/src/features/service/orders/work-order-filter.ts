import { parseWorkOrderNumber, type Input, type workOrderCalls } from '@sweepline/contract';
import {
  and,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { sites } from '../../../entities/places/site-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { contains, visible } from '../../../platform/db/page.ts';
import { companyCodeOfOrder, hasOrderNumber } from '../../../entities/service/work-order-number-service.ts';

type ListInput = Input<(typeof workOrderCalls)['list']>;
export type WorkOrderFilter = Omit<ListInput, 'page' | 'pageSize' | 'sort' | 'enablePage'>;

const oneOf = <T extends string | number>(column: Parameters<typeof inArray>[0], values: T[] | undefined) =>
  values?.length ? inArray(column as never, values as never[]) : undefined;

/** Number in both forms, name, description, fault code, or the name or serial number of the robot, or the site. */
function keywordFilter({ db }: Pick<Ctx, 'db'>, keyword: string) {
  const pattern = contains(keyword);
  const ofSite = inArray(
    workOrders.siteId,
    db
      .select({ id: sites.id })
      .from(sites)
      .where(and(visible(db, sites), ilike(sites.name, pattern))),
  );
  const { number, name, description, alarmCode, deviceSn, deviceName } = workOrders;
  const named = parseWorkOrderNumber(keyword);
  return or(
    named && hasOrderNumber(named),
    ...[number, name, description, alarmCode, deviceSn, deviceName].map((it) => ilike(it, pattern)),
    // A number that is typed only in part.
    /^[a-z]\w{1,5}-\d/i.test(keyword)
      ? sql`${companyCodeOfOrder} || '-' || ${number} ilike ${pattern}`
      : undefined,
    ofSite,
  );
}

/** Missed now or when it was answered or resolved. The same rule as `isLate` of a row. */
const lateAt = (now: string): SQL => sql`(${workOrders.respondedLate} = 1 or ${workOrders.resolvedLate} = 1
  or (${workOrders.respondedAt} is null and ${workOrders.respondBy} < ${now})
  or (${workOrders.state} <> 'RESOLVED' and (${workOrders.resolveBy} < ${now} or ${workOrders.resolveLeftMs} < 0)))`;

/** The condition of a list, its counts or an export. */
export function workOrderFilter(ctx: Pick<Ctx, 'db' | 'account' | 'now'>, input: WorkOrderFilter) {
  const { db, account, now } = ctx;
  const { keyword, companyId, siteId, deviceId, alarmCode, assigneeId, publisherId, mine, waiting } = input;
  const { dueInHours, late, from, to, appointmentFrom, appointmentUntil } = input;
  const at = now();
  const dueUntil =
    dueInHours === undefined ? undefined : new Date(at.getTime() + dueInHours * 3_600_000).toISOString();
  const isLate = sql`coalesce(${lateAt(at.toISOString())}, false)`;
  return and(
    visible(db, workOrders),
    keyword ? keywordFilter(ctx, keyword) : undefined,
    oneOf(workOrders.state, input.state),
    oneOf(workOrders.type, input.type),
    oneOf(workOrders.level, input.level),
    oneOf(workOrders.faultType, input.faultType),
    oneOf(workOrders.origin, input.origin),
    oneOf(workOrders.verification, input.verification),
    oneOf(workOrders.rating, input.rating),
    waiting === undefined
      ? undefined
      : waiting
        ? isNotNull(workOrders.waitingFor)
        : isNull(workOrders.waitingFor),
    companyId ? eq(workOrders.companyId, companyId) : undefined,
    siteId ? eq(workOrders.siteId, siteId) : undefined,
    deviceId ? eq(workOrders.deviceId, deviceId) : undefined,
    alarmCode ? eq(workOrders.alarmCode, alarmCode) : undefined,
    input.model ? eq(workOrders.deviceModel, input.model) : undefined,
    assigneeId ? eq(workOrders.assigneeId, assigneeId) : undefined,
    publisherId ? eq(workOrders.publisherId, publisherId) : undefined,
    mine ? eq(workOrders.assigneeId, account.id) : undefined,
    dueUntil ? and(sql`${workOrders.state} <> 'RESOLVED'`, lte(workOrders.resolveBy, dueUntil)) : undefined,
    late === undefined ? undefined : late ? isLate : not(isLate),
    appointmentFrom ? gt(workOrders.appointmentUntil, appointmentFrom) : undefined,
    appointmentUntil ? lt(workOrders.appointmentFrom, appointmentUntil) : undefined,
    from ? gte(workOrders.submittedAt, from) : undefined,
    to ? lte(workOrders.submittedAt, to) : undefined,
  );
}
