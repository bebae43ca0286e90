import { workOrderCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import {
  inNeedScope,
  needAccount,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../entities/work/need-source.ts';
import { workOrders } from '../../entities/work/work-order-table.ts';

const isLate = `(o.responded_late = 1 or (o.responded_at is null and o.respond_by < ${needNow})
  or o.resolve_by < ${needNow} or o.resolve_left_ms < 0)`;
const isMine = `(o.assignee_id = ${needAccount} and o.waiting_for is null)`;

/** The level of an alarm that proposes this level of an order, from which level and colour of the need follow. */
const level = `case o.level when 'FATAL' then 5 when 'SERIOUS' then 4 else 3 end`;

/**
 * Open orders that are late, without an assignee, or that are dispatched to the reader. One that waits is late no sooner than its clock
 * runs again.
 */
export const workOrderNeeds = (): NeedSource[] => [
  {
    kind: 'WORK_ORDER',
    allow: workOrderCalls.list.allow,
    sql: needRows(
      {
        key: 'o.id',
        companyId: 'o.company_id',
        level,
        since: 'coalesce(o.dispatched_at, o.submitted_at)',
        deviceId: 'o.device_id',
        recordId: 'o.id',
        name: 'o.name',
        ownerId: 'o.assignee_id',
        ownedAt: 'case when o.assignee_id is not null then coalesce(o.dispatched_at, o.submitted_at) end',
        fixer: needWord('TECHNICIAN'),
        action: needWord('OPEN_WORK_ORDER'),
        reason: `case when coalesce(${isLate}, false) then ${needWord('ORDER_LATE')}
          when o.assignee_id is null then ${needWord('ORDER_UNASSIGNED')} else ${needWord('ORDER_MINE')} end`,
        params: `jsonb_build_object('number', o.number, 'dueAt', coalesce(o.resolve_by, o.respond_by), 'appointment', o.appointment_from)`,
      },
      `from ${getTableName(workOrders)} o
      where o.state <> 'RESOLVED' and ${inNeedScope('o.company_id')}
        and (o.assignee_id is null or ${isMine} or coalesce(${isLate}, false))`,
    ),
  },
];
