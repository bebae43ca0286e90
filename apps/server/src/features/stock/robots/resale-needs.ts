import { deviceResaleCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import {
  inNeedScope,
  needCompany,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { resales } from './resale-table.ts';

/** Offers to the caller's own company: only the receiver answers them. */
export const resaleNeeds = (): NeedSource[] => [
  {
    kind: 'RESALE',
    allow: deviceResaleCalls.confirm.allow,
    sql: needRows(
      {
        key: 'r.id',
        companyId: 'r.company_id',
        level: '2',
        since: 'r.offered_at',
        recordId: 'r.id',
        name: `coalesce(nullif(r.nickname, ''), r.sn)`,
        fixer: needWord('ADMINISTRATOR'),
        action: needWord('OPEN_RESALES'),
        reason: needWord('OFFERED'),
        params: `jsonb_build_object('from', r.from_company_name)`,
      },
      `from ${getTableName(resales)} r where r.status = 'OFFERED' and r.company_id = ${needCompany}
        and ${inNeedScope('r.company_id')}`,
    ),
  },
];
