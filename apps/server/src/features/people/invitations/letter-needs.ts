import { accountCodes, companyTypes } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { companies } from '../../../entities/people/company-table.ts';
import {
  inNeedScope,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { invitations, letters } from './invitation-table.ts';

/** The sender takes a letter within seconds. One that waits longer has no mail server. */
const waitsFor = `interval '15 minutes'`;

const letterRows = (side: string) =>
  needRows(
    {
      key: `'invitation.' || i.id`,
      companyId: 'i.company_id',
      level: '2',
      since: 'l.created_at',
      recordId: 'i.id',
      name: 'i.email',
      fixer: needWord('ADMINISTRATOR'),
      action: needWord('RESEND_INVITATION'),
      reason: `case when l.refusal is null then ${needWord('MAIL_WAITS')} else ${needWord('MAIL_REFUSED')} end`,
      params: `jsonb_build_object('text', l.refusal)`,
    },
    `from ${getTableName(invitations)} i
    join ${getTableName(companies)} c on c.id = i.company_id and ${side}
    join lateral (
      select l.created_at, l.refusal, l.taken_at, l.sent_at from ${getTableName(letters)} l
      where l.invitation_id = i.id order by l.created_at desc, l.id desc limit 1
    ) l on true
    where i.accepted_at is null and i.revoked_at is null and i.expires_at > ${needNow} and ${inNeedScope('i.company_id')}
      and (l.refusal is not null or l.taken_at is null and l.created_at <= ${needNow} - ${waitsFor})`,
  );

/** Invitations whose mail cannot go out. Those of the provider and of its customers have a permission each. */
export const letterNeeds = (): NeedSource[] => [
  {
    kind: 'MAIL',
    allow: accountCodes.create.INTERNAL,
    sql: letterRows(`c.type = ${companyTypes.provider}`),
  },
  { kind: 'MAIL', allow: accountCodes.create.OUTER, sql: letterRows(`c.type <> ${companyTypes.provider}`) },
];
