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

/** One list of people and companies: the call, and bare SQL for the same rows. */
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
  name,
  call,
  input,
  rows: `select ${columns} from ${from} order by ${order} limit $2 offset $3`,
  total: `select count(*)::int as total from ${from}`,
});
const owned = (table: string, more = '') => `${table} t where t.company_id = any($1::uuid[])${more}`;

/** Columns of an audit entry with account, companies and hash chain. */
const entryColumns = `t.*,
    (select name from companies c where c.id = t.company_id) as company_name,
    (select name from companies c where c.id = t.record_company_id) as record_company_name,
    (select nickname from accounts a where a.id = t.account_id) as nickname,
    (select array[s.seq::text, encode(s.hash::bytea, 'hex'), s.sealed_at::text] from audit_seals s where s.item_id = t.id) as seal`;

/** Condition for company `c` and those below it, using the index of paths. */
const below = `l.path ~>=~ c.path and l.path ~<~ (left(c.path, -1) || '0')`;
/** The administrator of the first agent. */
const reader = `'0190d200-0000-7000-8000-000000000001'::uuid`;
const mark = `coalesce((select up_to from notice_marks m where m.account_id = ${reader} and m.kind = 'device'),
  (select created_at from accounts a where a.id = ${reader}))`;

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
  {
    name: 'companies',
    call: companyCalls.list,
    input: { type: 1, sort: 'name' },
    rows: `with c as (select * from companies t where t.id = any($1::uuid[]) and t.type = 1 order by t.name, t.id limit $2 offset $3)
      select c.*, (select name from companies p where p.id = c.parent_id) as parent_name,
        (select nickname from accounts a where a.id = c.sales_id) as sales, (select nickname from accounts a where a.id = c.fae_id) as fae,
        (select count(*)::int from devices d join companies l on l.id = d.company_id where ${below}) as devices,
        (select count(*)::int from accounts a join companies l on l.id = a.company_id where ${below}) as accounts,
        (select count(*)::int - 1 from companies l where ${below}) as companies,
        (select count(*)::int from companies l where l.parent_id = c.id) as children,
        exists (select 1 from companies u where u.frozen_at is not null and u.id <> c.id
          and u.id = any(string_to_array(trim(trailing '/' from c.path), '/')::uuid[])) as frozen
      from c order by c.name, c.id`,
    total: `select count(*)::int as total from companies t where t.id = any($1::uuid[]) and t.type = 1`,
  },
  list(
    'roles',
    roleCalls.list,
    {},
    owned('roles'),
    `t.*, (select count(*) from accounts a where a.role_id = t.id) as holders,
    (select name from companies c where c.id = t.company_id) as company_name,
    (select array_agg(o.name || o.permissions::text) from roles o where o.id = t.origin_id) as origin,
    (select count(*) from roles o where o.origin_id = t.id) as copies,
    (select count(*) from roles o where o.origin_id = t.id and o.origin_codes <> t.permissions and o.permissions <> t.permissions) as behind,
    (select r.permissions from accounts m join roles r on r.id = m.role_id where m.id = t.maker_id) as maker_holds`,
    't.name, t.id',
  ),
  list(
    'invitations',
    invitationCalls.list,
    {},
    owned('invitations'),
    `t.*,
    (select name from companies c where c.id = t.company_id) as company_name, (select name from roles r where r.id = t.role_id) as role_name,
    (select array[l.taken_at::text, l.sent_at::text, l.refusal] from letters l where l.invitation_id = t.id
      order by l.created_at desc, l.id desc limit 1) as letter,
    (select r.permissions from roles r where r.id = t.role_id) as gives,
    (select array_agg(a.role_type || r.permissions::text || c.path) from accounts a join companies c on c.id = a.company_id
      left join roles r on r.id = a.role_id where a.id = t.invited_by_id and not a.disabled and not exists
      (select 1 from companies f where f.frozen_at is not null and f.id = any(string_to_array(trim(trailing '/' from c.path), '/')::uuid[]))) as inviter_holds`,
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
  {
    name: 'notices',
    call: noticeCalls.deviceList,
    input: {},
    rows: `select t.*, d.sn, d.nickname, d.model, (t.created_at > ${mark} and not exists
        (select 1 from notice_reads r where r.account_id = ${reader} and r.notice_id = t.id)) as unread
      from notices t left join devices d on d.id = t.device_id
      where t.company_id = any($1::uuid[]) and t.kind = 'device' and (t.account_id is null or t.account_id = ${reader})
      order by t.created_at desc, t.id desc limit $2 offset $3`,
    total: `select count(*)::int as total from notices t
      where t.company_id = any($1::uuid[]) and t.kind = 'device' and (t.account_id is null or t.account_id = ${reader})`,
  },
  list(
    'system log',
    systemLogCalls.list,
    {},
    owned('audit_entries', ' and t.code = 200'),
    entryColumns,
    't.at desc, t.id desc',
  ),
  list('audit', auditCalls.list, {}, owned('audit_entries'), entryColumns, 't.at desc, t.id desc'),
  {
    name: 'interface errors',
    call: errorLogCalls.groups,
    input: {},
    // One row per error across companies, with the number of accounts and the days.
    rows: `with g as (select fingerprint, array_agg(id) as ids, sum(count)::int as count, min(first_at) as first_at, max(last_at) as last_at,
        bool_or(state = 'open') as open, bool_or(state = 'resolved') as resolved,
        ${['level', '"desc"', 'frame', 'product', 'version', 'state_by'].map((column) => `(array_agg(${column} order by last_at desc))[1]`).join(', ')}
      from error_groups t where t.company_id = any($1::uuid[]) group by fingerprint order by max(last_at) desc, fingerprint limit $2 offset $3)
      select g.*, (select count(distinct username)::int from error_accounts a where a.group_id = any(g.ids)) as accounts,
        (select array_agg(d.day || ':' || d.count) from error_days d where d.group_id = any(g.ids) and d.day > now() - interval '14 days') as days
      from g order by last_at desc, fingerprint`,
    total: `select count(distinct fingerprint)::int as total from error_groups t where t.company_id = any($1::uuid[])`,
  },
];
