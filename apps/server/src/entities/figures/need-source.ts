import type { Call, NeedAction, NeedFixer, NeedKind, NeedReason } from '@sweepline/contract';

/** Records of one kind that wait for a person. A feature offers the sources of its own tables in its manifest. */
export interface NeedSource {
  kind: NeedKind;
  /** Who may see these records. */
  allow: Call['allow'];
  /** One set-based query, made with `needRows`. */
  sql: string;
}

/** SQL expressions of the columns of a need. Those left out are null. */
interface NeedColumns {
  /** Names the record within its kind; the same in every answer. */
  key: string;
  companyId: string;
  level: string;
  since: string;
  fixer: string;
  action: string;
  reason: string;
  /** Values for the text of the reason, as `jsonb`. */
  params?: string;
  areaM2?: string;
  lostM2Hours?: string;
  deviceId?: string;
  taskId?: string;
  mapId?: string;
  zoneId?: string;
  /** Where it is neither robot, task nor zone. */
  recordId?: string;
  name?: string;
  /** The need that has the same cause: if the caller has that one, this one is left out. */
  partOf?: string;
  /** The account that owns the record, and since when. */
  ownerId?: string;
  ownedAt?: string;
}

/** The SQL of a source: its columns in the order of all sources, and the part after them. */
export const needRows = (columns: NeedColumns, from: string): string => {
  const { params = `'{}'::jsonb`, areaM2 = 'null', lostM2Hours = 'null', ...c } = columns;
  const uuid = (value: string | undefined) => `(${value ?? 'null'})::uuid`;
  return `select (${c.key})::text as key, ${uuid(c.companyId)} as company_id, (${c.level})::int as level,
    (${c.since})::timestamptz(3) as since, (${areaM2})::float8 as area_m2, (${lostM2Hours})::float8 as lost_m2_hours,
    ${uuid(c.deviceId)} as device_id, ${uuid(c.taskId)} as task_id, ${uuid(c.mapId)} as map_id,
    (${c.zoneId ?? 'null'})::text as zone_id, (${c.recordId ?? 'null'})::text as record_id, (${c.name ?? 'null'})::text as name,
    (${c.fixer})::text as fixer, (${c.action})::text as action, (${c.reason})::text as reason, (${params})::jsonb as params,
    ${uuid(c.ownerId)} as owner_id, (${c.ownedAt ?? 'null'})::timestamptz(3) as owned_at,
    (${c.partOf ?? 'null'})::text as part_of
  ${from}`;
};

/** SQL: the present, the companies that the caller sees (null for all), the caller's own company and account. */
export const needNow = '$1::timestamptz';
const needScope = '$2::uuid[]';
export const needCompany = '$3::uuid';
export const needAccount = '$4::uuid';

/** SQL: the caller sees the company of a row. */
export const inNeedScope = (companyId: string): string =>
  `(${needScope} is null or ${companyId} = any(${needScope}))`;

/** SQL: the device `alias` works for a customer. Void numbers, robots in stock and robots that were never activated have no needs. */
export const isServedDevice = (alias: string): string => `${alias}.binding not in ('VOID', 'NOT_ACTIVATED')`;

/** SQL: hours from a moment until now. */
export const hoursSince = (at: string): string => `(extract(epoch from ${needNow} - ${at}) / 3600)`;

/** SQL text of one of the contract's words. A misspelt one does not compile. */
export const needWord = <W extends NeedFixer | NeedAction | NeedReason>(word: W): string => `'${word}'`;
