import { otaWhitelistCalls, type Input } from '@sweepline/contract';
import { and, asc, count, eq, ilike, or, sql } from 'drizzle-orm';
import { deviceGroups } from '../../../entities/devices/device-group-table.ts';
import { devices, isCountedDevice } from '../../../entities/devices/device-table.ts';
import {
  otaPackages,
  otaWhitelists,
  type OtaPackageRow,
} from '../../../entities/updates/ota-package-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, counted, find, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { findToChange } from './package-read.ts';
import { stateRefusal } from './package-rules.ts';

const maxNamed = 5;
const rowsPerInsert = 2_000;

const someOf = (serials: readonly string[]) =>
  serials.slice(0, maxNamed).join(', ') + (serials.length > maxNamed ? ', …' : '');

/** The robots of these serial numbers. One that is unknown, or of another model, refuses all of them. */
async function robotsBySerial(db: Tx, { models }: OtaPackageRow, serials: readonly string[]) {
  if (serials.length === 0) return [];
  const serialByKey = new Map(serials.map((serial) => [serial.toLowerCase(), serial]));
  const rows = await db
    .select({ id: devices.id, sn: devices.sn, model: devices.model })
    .from(devices)
    .where(
      and(
        inValues(sql`lower(${devices.sn})`, [...serialByKey.keys()]),
        isCountedDevice,
        visible(db, devices),
      ),
    );
  const known = new Set(rows.map(({ sn }) => sn.toLowerCase()));
  const unknown = [...serialByKey].flatMap(([key, serial]) => (known.has(key) ? [] : serial));
  if (unknown.length > 0) throw wrongField('serialNumbers', 'SERIALS_UNKNOWN', { serials: someOf(unknown) });
  const others = rows.filter(({ model }) => !models.includes(model)).map(({ sn }) => sn);
  if (others.length > 0)
    throw wrongField('serialNumbers', 'WHITELIST_OTHER_MODEL', { serials: someOf(others) });
  return rows.map(({ id }) => id);
}

/** The robots of these groups that can install the package. A group that the caller does not see refuses all of them. */
async function robotsOfGroups(db: Tx, { models }: OtaPackageRow, groupIds: readonly string[]) {
  const ids = [...new Set(groupIds)];
  if (ids.length === 0) return [];
  const seen = await counted(
    db,
    deviceGroups,
    and(inValues(deviceGroups.id, ids), visible(db, deviceGroups)),
  );
  if (seen < ids.length) throw new Refusal('notFound');
  const rows = await db
    .select({ id: devices.id, model: devices.model })
    .from(devices)
    .where(and(inValues(devices.groupId, ids), isCountedDevice, visible(db, devices)));
  return rows.filter(({ model }) => models.includes(model)).map(({ id }) => id);
}

async function findOpen(ctx: Ctx, id: string): Promise<OtaPackageRow> {
  const row = await findToChange(ctx, { id });
  if (row.state === 'EXPIRED') throw stateRefusal(row.state);
  return row;
}

async function add(ctx: Ctx, { id, serialNumbers, groupIds }: Input<typeof otaWhitelistCalls.add>) {
  const { db, now } = ctx;
  const row = await findOpen(ctx, id);
  const bySerial = await robotsBySerial(db, row, serialNumbers);
  const robots = [...new Set(bySerial.concat(await robotsOfGroups(db, row, groupIds)))];
  if (robots.length === 0) throw wrongField('serialNumbers', 'WHITELIST_MISSING');
  const made = { packageId: id, companyId: row.companyId, addedAt: now().toISOString() };
  let added = 0;
  for (let start = 0; start < robots.length; start += rowsPerInsert) {
    const rows = await db
      .insert(otaWhitelists)
      .values(
        robots.slice(start, start + rowsPerInsert).map((deviceId) => ({ id: newId(), deviceId, ...made })),
      )
      .onConflictDoNothing()
      .returning({ id: otaWhitelists.id });
    added += rows.length;
  }
  return { added };
}

async function remove(ctx: Ctx, { id, deviceIds }: Input<typeof otaWhitelistCalls.remove>) {
  const { db } = ctx;
  const row = await findOpen(ctx, id);
  const ids = [...new Set(deviceIds)];
  const removed = await db
    .delete(otaWhitelists)
    .where(and(eq(otaWhitelists.packageId, id), inValues(otaWhitelists.deviceId, ids)))
    .returning({ id: otaWhitelists.id });
  if (removed.length < ids.length) throw wrongField('deviceIds', 'NO_SUCH_DEVICE');
  // A released package for named robots always has one.
  const isReleased = row.state === 'PUBLISHED' || row.state === 'PENDING_RELEASE';
  const left = await counted(db, otaWhitelists, eq(otaWhitelists.packageId, id));
  if (isReleased && row.releaseScope === 'WHITELIST' && left === 0)
    throw wrongField('deviceIds', 'WHITELIST_MISSING');
  return { removed: removed.length };
}

export const otaWhitelistAnswers = answer(otaWhitelistCalls, {
  list: async ({ db }, { id, keyword, ...page }) => {
    // Only the provider's own package is found: the companies below never read a whitelist.
    await find(db, otaPackages, id);
    const pattern = keyword ? contains(keyword) : undefined;
    const where = and(
      eq(otaWhitelists.packageId, id),
      visible(db, otaWhitelists),
      pattern ? or(ilike(devices.sn, pattern), ilike(devices.nickname, pattern)) : undefined,
    );
    const { sn, nickname, model, companyId } = devices;
    const rows = db
      .select({
        id: devices.id,
        sn,
        nickname,
        model,
        companyName: sql<string>`coalesce(${companies.name}, '')`,
        addedAt: otaWhitelists.addedAt,
      })
      .from(otaWhitelists)
      .innerJoin(devices, and(eq(devices.id, otaWhitelists.deviceId), visible(db, devices)))
      .leftJoin(companies, and(eq(companies.id, companyId), visible(db, { companyId: companies.id })))
      .where(where)
      .orderBy(asc(sn));
    const total = db
      .select({ total: count() })
      .from(otaWhitelists)
      .innerJoin(devices, and(eq(devices.id, otaWhitelists.deviceId), visible(db, devices)))
      .where(where)
      .then(([row]) => row?.total ?? 0);
    return await paginate(page, rows, total);
  },

  add,

  remove,
});
