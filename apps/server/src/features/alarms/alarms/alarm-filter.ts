import {
  alarmFixers,
  defaultFixerOf,
  type alarmCalls,
  type AlarmFixer,
  type Input,
} from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import {
  and,
  eq,
  getTableName,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, inValues, visible } from '../../../platform/db/page.ts';
import { fixerOf } from './alarm-rows.ts';

type ListInput = Input<(typeof alarmCalls)['list']>;
/** The filters of a list. `unread` is the condition of unread alarms. */
type AlarmFilter = Omit<ListInput, 'page' | 'pageSize' | 'sort' | 'isRead'>;

const ofDevices = ({ db }: Pick<Ctx, 'db'>, where: SQL | undefined) =>
  inArray(
    alarms.deviceId,
    db
      .select({ id: devices.id })
      .from(devices)
      .where(and(visible(db, devices), where)),
  );

/** Matches the code or the text, or the name or serial number of the robot. */
function keywordFilter(ctx: Pick<Ctx, 'db'>, keyword: string) {
  const pattern = contains(keyword);
  const named = or(ilike(devices.nickname, pattern), ilike(devices.sn, pattern));
  return or(ilike(alarms.code, pattern), ilike(alarms.text, pattern), ofDevices(ctx, named));
}

const standing = alias(alarms, 'o');
/** The alarms that stand, and the causes of which a follower stands. A partial index by company holds them. */
function openIds(db: Tx): SQL {
  const stands = and(visible(db, standing), isNull(standing.clearedAt));
  return sql`(select ${standing.id} from ${alarms} o where ${stands}
    union all select ${standing.causeId} from ${alarms} o where ${stands} and ${standing.causeId} is not null)`;
}
/**
 * A cause is over only when all its followers are. As an array the ids are read first; else the planner may read all alarms in their
 * order until a page of open ones is full.
 */
export const isOpen = (db: Tx): SQL => sql`${alarms.id} = any(array${openIds(db)})`;
const isOver = sql`${alarms.clearedAt} is not null and not exists (
  select from ${alarms} f where f.cause_id = ${alarms.id} and f.cleared_at is null)`;

const isSet = (column: PgColumn, set: boolean | undefined) =>
  set === undefined ? undefined : set ? isNotNull(column) : isNull(column);

/** A shelf ends by the clock. */
export const isShelved = (now: Date): SQL =>
  sql`coalesce(${alarms.shelvedUntil} > ${now.toISOString()}, false)`;

/** Only codes with settings are looked up per alarm; the others have the fixer of the product. */
async function fixerFilter(db: Tx, fixers: readonly AlarmFixer[]): Promise<SQL> {
  const rows = await db
    .selectDistinct({ code: alarmSettings.code })
    .from(alarmSettings)
    .where(isNotNull(alarmSettings.fixer));
  const others = Object.keys(alarmCodes).filter((code) => !fixers.includes(defaultFixerOf(code)));
  const known = inValues(sql`${alarms.code}`, Object.keys(alarmCodes));
  // An unknown code is for a technician.
  const isForeign = fixers.includes('TECHNICIAN') ? undefined : known;
  const builtIn = and(not(inValues(sql`${alarms.code}`, others)), isForeign)!;
  if (rows.length === 0) return builtIn;
  const configured = inValues(
    sql`${alarms.code}`,
    rows.map(({ code }) => code),
  );
  const model = `coalesce((select v.model from ${getTableName(devices)} v where v.id = "alarms"."device_id"), '')`;
  const exact = sql`coalesce(${inValues(fixerOf(model), fixers)}, ${builtIn})`;
  return sql`case when ${configured} then ${exact} else ${builtIn} end`;
}

/** The condition of a list or an export. */
export async function alarmFilter(ctx: Pick<Ctx, 'db' | 'account' | 'now'>, input: AlarmFilter) {
  const { db, account, now } = ctx;
  const { keyword, deviceId, companyId, siteId, runId, code, level, processing, ownerId, fixer } = input;
  const { open, acknowledged, shelved, mine, causeId, roots, startTime, endTime } = input;
  const shelf = isShelved(now());
  return and(
    visible(db, alarms),
    keyword ? keywordFilter(ctx, keyword) : undefined,
    deviceId ? eq(alarms.deviceId, deviceId) : undefined,
    companyId ? eq(alarms.companyId, companyId) : undefined,
    siteId ? eq(alarms.siteId, siteId) : undefined,
    runId ? eq(alarms.runId, runId) : undefined,
    code?.length ? inValues(sql`${alarms.code}`, code) : undefined,
    level?.length ? inArray(alarms.effectiveLevel, level) : undefined,
    open === undefined ? undefined : open ? isOpen(db) : isOver,
    processing ? isSet(alarms.processedAt, processing === 'PROCESSED') : undefined,
    isSet(alarms.acknowledgedAt, acknowledged),
    shelved === undefined ? undefined : shelved ? shelf : not(shelf),
    ownerId ? eq(alarms.ownerId, ownerId) : undefined,
    mine ? eq(alarms.ownerId, account.id) : undefined,
    fixer?.length && fixer.length < alarmFixers.length ? await fixerFilter(db, fixer) : undefined,
    causeId ? eq(alarms.causeId, causeId) : undefined,
    roots ? isNull(alarms.causeId) : undefined,
    startTime ? gte(alarms.raisedAt, startTime) : undefined,
    endTime ? lte(alarms.raisedAt, endTime) : undefined,
  );
}

/** Alarms of robots of one model. */
export const ofModel = (ctx: Pick<Ctx, 'db'>, model: (typeof devices.$inferSelect)['model']): SQL =>
  ofDevices(ctx, eq(devices.model, model));
