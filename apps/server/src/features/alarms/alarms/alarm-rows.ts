import {
  chatterCount,
  chatterMinutes,
  defaultFixerOf,
  type AlarmEntry,
  type AlarmFixer,
  type AlarmPerson,
} from '@sweepline/contract';
import { alarmCodes, type AlarmCode } from '@sweepline/contract/robot';
import { desc, eq, sql, type SQL } from 'drizzle-orm';
import { alarmSettingOf } from '../../../entities/alarms/alarm-setting-service.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { nameSeenBy, reader, readerValues } from '../../../entities/people/account-names.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { paginateTable, type Draft, type PageInput } from '../../../platform/db/paginate.ts';
import { marksOf, readSingly } from '../../people/notices/notice-read-service.ts';

/** The fixer that the settings name for an alarm; null where no company decides. `model` is an SQL expression. */
export const fixerOf = (model: string): SQL<AlarmFixer | null> => {
  const setting = alarmSettingOf({
    companyId: '"alarms"."company_id"',
    code: '"alarms"."code"',
    // Only the code of vehicles of other makers has settings by the type of the error.
    errorType: '"alarms"."type"',
    model,
    // Only the suppression of a code ends by the clock; the fixer does not.
    now: 'now()',
  });
  return sql<AlarmFixer | null>`(select setting.fixer from ${sql.raw(setting)} setting)`;
};

const followers = sql<
  AlarmEntry['followers']
>`(select jsonb_build_object('count', count(*), 'open', count(*) filter (where f.cleared_at is null))
  from ${alarms} f where f.cause_id = ${alarms.id})`;

/** Alarms with the names that the account in the placeholder `reader` sees. */
const alarmRows = (db: Draft, from = alarms) =>
  db
    .select({
      alarm: alarms,
      device: { sn: devices.sn, nickname: devices.nickname, model: devices.model },
      companyName: companies.name,
      siteName: sites.name,
      runName: runs.name,
      owner: nameSeenBy(alarms.ownerId),
      acknowledgedBy: nameSeenBy(alarms.acknowledgedById),
      processedBy: nameSeenBy(alarms.processedById),
      shelvedBy: nameSeenBy(alarms.shelvedById),
      followers,
      fixer: fixerOf(`coalesce("devices"."model", '')`),
      readSingly: readSingly(reader, alarms.id),
    })
    .from(from)
    .leftJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(companies, eq(companies.id, alarms.companyId))
    .leftJoin(sites, eq(sites.id, alarms.siteId))
    .leftJoin(runs, eq(runs.id, alarms.runId))
    .$dynamic();
type Row = Awaited<ReturnType<typeof alarmRows>>[number];

const protocolName = (code: string): string | undefined =>
  Object.hasOwn(alarmCodes, code) ? alarmCodes[code as AlarmCode].text : undefined;

interface Reading {
  readerId: string;
  /** Told alarms up to here were read. */
  mark: string;
  now: Date;
}

/** What people did to an alarm, as the reader sees it. */
function lifeOf({ alarm, ...names }: Row, { readerId, now }: Reading) {
  const person = (id: string | null, name: string | null): AlarmPerson => ({ name, mine: id === readerId });
  const { acknowledgedAt, processedAt, shelvedUntil } = alarm;
  return {
    owner: alarm.ownerId === null ? null : person(alarm.ownerId, names.owner),
    acknowledged:
      acknowledgedAt === null
        ? null
        : { ...person(alarm.acknowledgedById, names.acknowledgedBy), at: acknowledgedAt },
    processing: processedAt ? ('PROCESSED' as const) : ('NOT_PROCESSED' as const),
    processed:
      processedAt === null
        ? null
        : {
            ...person(alarm.processedById, names.processedBy),
            at: processedAt,
            result: alarm.result ?? '',
          },
    shelved:
      shelvedUntil && Date.parse(shelvedUntil) > now.getTime()
        ? {
            ...person(alarm.shelvedById, names.shelvedBy),
            until: shelvedUntil,
            reason: alarm.shelfReason ?? '',
          }
        : null,
  };
}

const chatters = ({ count, lastRaisedAt, raisedAt }: Row['alarm'], now: Date): boolean =>
  count > chatterCount && now.getTime() - Date.parse(lastRaisedAt ?? raisedAt) < chatterMinutes * 60_000;

function entryOf(row: Row, reading: Reading): AlarmEntry {
  const { alarm, device, siteName } = row;
  const isUnread = alarm.toldAt !== null && alarm.toldAt > reading.mark && !row.readSingly;
  return {
    ...alarm,
    name: protocolName(alarm.code) ?? alarm.type,
    description: alarm.text,
    isOpen: alarm.clearedAt === null || row.followers.open > 0,
    isChattering: chatters(alarm, reading.now),
    deviceSn: device?.sn ?? '',
    deviceName: device ? device.nickname || device.sn : '',
    deviceCode: device?.model ?? '',
    companyName: row.companyName ?? '',
    site: alarm.siteId !== null && siteName !== null ? { id: alarm.siteId, name: siteName } : null,
    runName: row.runName,
    ...lifeOf(row, reading),
    followers: row.followers,
    fixer: row.fixer ?? defaultFixerOf(alarm.code),
    isRead: isUnread ? 0 : 1,
  };
}

/** The newest arrivals first. */
const newestFirst = [desc(alarms.arrivedAt), desc(alarms.id)];

/** One page of the alarms that match a condition, as the caller sees them. */
export async function readAlarms(
  { db, account, now }: Pick<Ctx, 'db' | 'account' | 'now'>,
  where: SQL | undefined,
  input: PageInput,
  order: readonly SQL[] = newestFirst,
): Promise<{ list: AlarmEntry[]; total: number }> {
  const [marks, { list, total }] = await Promise.all([
    marksOf(db, account),
    paginateTable(db, {
      table: alarms,
      rows: alarmRows,
      where,
      input,
      orderBy: order,
      values: readerValues(db, account.id),
    }),
  ]);
  const reading = { readerId: account.id, mark: marks.alarm, now: now() };
  return { total, list: list.map((row) => entryOf(row, reading)) };
}
