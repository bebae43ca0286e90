import {
  accountCalls,
  auditCalls,
  chatUserCalls,
  companyCalls,
  errorLogCalls,
  invitationCalls,
  noticeCalls,
  roleCalls,
  systemLogCalls,
  type Call,
} from '@sweepline/contract';

/** One list of people and companies: our call, and what a bare program would ask PostgreSQL for the same rows. */
export interface MeasuredList {
  name: string;
  call: Call;
  input: object;
  /** `$1` is the caller's companies, `$2` and `$3` limit and offset. */
  rows: string;
  total: string;
}

const list = (
  name: string,
  call: Call,
  input: object,
  from: string,
  columns: string,
  order: string,
): MeasuredList => ({
  ...{ name, call, input },
  rows: `select ${columns} from ${from} order by ${order} limit $2 offset $3`,
  total: `select count(*)::int as total from ${from}`,
});
const owned = (table: string, more = '') => `${table} t where t.company_id = any($1::uuid[])${more}`;

export const measuredLists: MeasuredList[] = [
  list(
    'accounts',
    accountCalls.list,
    { side: 'OUTER' },
    owned('accounts'),
    `t.*,
    (select name from companies c where c.id = t.company_id) as company_name, (select name from roles r where r.id = t.role_id) as role_name`,
    't.created_at desc, t.id desc',
  ),
  list(
    'companies',
    companyCalls.list,
    { type: 1, sort: 'name' },
    `companies t where t.id = any($1::uuid[]) and t.type = 1`,
    `t.*,
    (select name from companies p where p.id = t.parent_id) as parent_name,
    (select count(*) from devices d where d.company_id = t.id) as devices, (select count(*) from accounts a where a.company_id = t.id) as accounts`,
    't.name, t.id',
  ),
  list(
    'roles',
    roleCalls.list,
    {},
    owned('roles'),
    `t.*, (select count(*) from accounts a where a.role_id = t.id) as holders,
    (select name from companies c where c.id = t.company_id) as company_name`,
    't.name, t.id',
  ),
  list(
    'invitations',
    invitationCalls.list,
    {},
    owned('invitations'),
    `t.*,
    (select name from companies c where c.id = t.company_id) as company_name`,
    't.created_at desc, t.id desc',
  ),
  list(
    'messaging-app users',
    chatUserCalls.list,
    {},
    owned('chat_users'),
    `t.*,
    (select username from accounts a where a.id = t.account_id) as username, (select name from companies c where c.id = t.company_id) as company_name`,
    't.linked_at desc, t.id desc',
  ),
  list(
    'notices',
    noticeCalls.deviceList,
    {},
    owned('notices', ` and t.kind = 'device'`),
    `t.*`,
    't.created_at desc, t.id desc',
  ),
  list(
    'system log',
    systemLogCalls.list,
    {},
    owned('audit_entries', ' and t.code = 200'),
    `t.*,
    (select name from companies c where c.id = t.company_id) as company_name`,
    't.at desc, t.id desc',
  ),
  list(
    'audit',
    auditCalls.list,
    {},
    owned('audit_entries'),
    `t.*,
    (select name from companies c where c.id = t.company_id) as company_name`,
    't.at desc, t.id desc',
  ),
  list(
    'interface errors',
    errorLogCalls.groups,
    {},
    owned('error_groups'),
    `t.*`,
    't.last_at desc, t.id desc',
  ),
];
