import { workOrderActCalls, workOrderCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import {
  inNeedScope,
  needAccount,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { companies } from '../../../entities/people/company-table.ts';

const isLate = `(o.responded_late = 1 or (o.responded_at is null and o.respond_by < ${needNow})
  or o.resolve_by < ${needNow} or o.resolve_left_ms < 0)`;

/** The level of an alarm that proposes this level of an order, from which level and colour of the need follow. */
const level = `case o.level when 'FATAL' then 5 when 'SERIOUS' then 4 else 3 end`;

const columns = {
  key: 'o.id',
  companyId: 'o.company_id',
  level,
  since: 'coalesce(o.dispatched_at, o.submitted_at)',
  deviceId: 'o.device_id',
  recordId: 'o.id',
  name: 'o.name',
  fixer: needWord('TECHNICIAN'),
  action: needWord('OPEN_WORK_ORDER'),
  params: `jsonb_build_object('number', o.number, 'companyCode', (select c.code from ${getTableName(companies)} c where c.id = o.company_id), 'dueAt', coalesce(o.resolve_by, o.respond_by), 'appointment', o.appointment_from)`,
};
const open = `from ${getTableName(workOrders)} o where o.state <> 'RESOLVED' and ${inNeedScope('o.company_id')}`;

/**
 * Open orders that are dispatched to the reader, and for those who dispatch: the late ones and those without an assignee. One that waits is
 * late no sooner than its clock runs again.
 */
export const workOrderNeeds = (): NeedSource[] => [
  {
    kind: 'WORK_ORDER',
    allow: workOrderCalls.list.allow,
    sql: needRows(
      {
        ...columns,
        ownerId: 'o.assignee_id',
        ownedAt: 'coalesce(o.dispatched_at, o.submitted_at)',
        reason: `case when coalesce(${isLate}, false) then ${needWord('ORDER_LATE')} else ${needWord('ORDER_MINE')} end`,
      },
      `${open} and o.assignee_id = ${needAccount} and (o.waiting_for is null or coalesce(${isLate}, false))`,
    ),
  },
  {
    kind: 'WORK_ORDER',
    allow: workOrderActCalls.dispatch.allow,
    // A late order of another person waits for those who dispatch.
    sql: needRows(
      {
        ...columns,
        reason: `case when coalesce(${isLate}, false) then ${needWord('ORDER_LATE')} else ${needWord('ORDER_UNASSIGNED')} end`,
      },
      `${open} and o.assignee_id is distinct from ${needAccount} and (o.assignee_id is null or coalesce(${isLate}, false))`,
    ),
  },
];
