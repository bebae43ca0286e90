import { deviceRequestCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { deviceRequests } from '../../../entities/devices/device-request-table.ts';
import {
  inNeedScope,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';

/** A robot that no longer asks does not wait. */
const asksWithin = `interval '7 days'`;

/** Robots that wait to be let in. They belong to no company yet, so only accounts that see every company see them. */
export const deviceRequestNeeds = (): NeedSource[] => [
  {
    kind: 'DEVICE_REQUEST',
    allow: deviceRequestCalls.list.allow,
    sql: needRows(
      {
        key: 'q.id',
        companyId: 'q.company_id',
        level: '2',
        since: 'q.first_seen_at',
        recordId: 'q.id',
        name: 'q.sn',
        fixer: needWord('ADMINISTRATOR'),
        action: needWord('OPEN_REQUESTS'),
        reason: needWord('ASKS_TO_JOIN'),
        params: `jsonb_build_object('manufacturer', q.manufacturer, 'count', q.count)`,
      },
      `from ${getTableName(deviceRequests)} q
      where q.ignored_at is null and q.last_seen_at > ${needNow} - ${asksWithin} and ${inNeedScope('q.company_id')}`,
    ),
  },
];
