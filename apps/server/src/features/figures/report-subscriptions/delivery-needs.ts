import { subscriptionCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import {
  inNeedScope,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { reportDeliveries, reportSubscriptions } from './subscription-table.ts';

/** After this time a lost report is history: the next periods were sent or are lost too. */
const lostWithin = `interval '7 days'`;

/** Report mails that were given up and not sent since, one need per subscription. */
export const deliveryNeeds = (): NeedSource[] => [
  {
    kind: 'MAIL',
    allow: subscriptionCalls.list.allow,
    sql: needRows(
      {
        key: `'report.' || s.id`,
        companyId: 's.company_id',
        level: '2',
        since: 'd.since',
        recordId: 's.id',
        name: 's.name',
        fixer: needWord('ADMINISTRATOR'),
        action: needWord('OPEN_SUBSCRIPTIONS'),
        reason: needWord('MAIL_GAVE_UP'),
        params: `jsonb_build_object('readers', d.readers, 'text', d.reason)`,
      },
      `from (
        select g.subscription_id, min(g.created_at) as since, count(distinct g.address)::int as readers, max(g.reason) as reason
        from ${getTableName(reportDeliveries)} g
        where g.state = 'GAVE_UP' and g.created_at > ${needNow} - ${lostWithin} and ${inNeedScope('g.company_id')}
          and not exists (select from ${getTableName(reportDeliveries)} n where n.subscription_id = g.subscription_id
            and n.address = g.address and n.state = 'SENT' and n.created_at > g.created_at)
        group by g.subscription_id
      ) d join ${getTableName(reportSubscriptions)} s on s.id = d.subscription_id`,
    ),
  },
];
