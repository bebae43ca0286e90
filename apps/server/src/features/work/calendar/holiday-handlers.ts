import { holidayCalls, type Holiday } from '@sweepline/contract';
import { and, asc, eq, gte, isNull, lte, or } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { renewRobotPlans } from '../tasks/robot-plan-service.ts';
import { holidays, schedules } from '../../../entities/work/schedule-table.ts';

const { id, siteId, date, name } = holidays;
const holidayRows = (db: Tx) =>
  db
    .select({ id, siteId, date, name, companyName: companies.name, siteName: sites.name })
    .from(holidays)
    .innerJoin(companies, eq(companies.id, holidays.companyId))
    .leftJoin(sites, eq(sites.id, siteId))
    .$dynamic();

async function readHoliday(db: Tx, holidayId: string): Promise<Holiday> {
  const [row] = await holidayRows(db).where(and(eq(id, holidayId), visible(db, holidays)));
  if (!row) throw new Refusal('notFound');
  return row;
}

/** Sends the changed plans to robots whose schedules skip holidays. */
async function updateRobotPlans(
  { db, now, account, services: { bus } }: Ctx,
  companyId: string,
): Promise<void> {
  const rows = await db
    .select({ deviceId: schedules.deviceId })
    .from(schedules)
    .where(and(eq(schedules.companyId, companyId), eq(schedules.onHolidays, 'SKIP')));
  await renewRobotPlans(
    { db, now, bus },
    rows.map((row) => row.deviceId),
    account.username,
  );
}

export const holidayAnswers = answer(holidayCalls, {
  list: ({ db }, input) => {
    const where = and(
      visible(db, holidays),
      input.from ? gte(date, input.from) : undefined,
      input.to ? lte(date, input.to) : undefined,
      input.siteId ? or(eq(siteId, input.siteId), isNull(siteId)) : undefined,
    );
    const rows = holidayRows(db).where(where).orderBy(asc(date), asc(id));
    return paginate(input, rows, counted(db, holidays, where));
  },

  add: async (ctx, input) => {
    const { db, account } = ctx;
    // A site's holiday belongs to the company of the site, also if a company above adds it.
    const companyId =
      input.siteId === null ? account.companyId : (await find(db, sites, input.siteId)).companyId;
    const [created] = await db
      .insert(holidays)
      .values({ id: newId(), companyId, ...input })
      .onConflictDoNothing()
      .returning({ id });
    if (!created) throw wrongField('date', 'HOLIDAY_EXISTS');
    await updateRobotPlans(ctx, companyId);
    return await readHoliday(db, created.id);
  },

  remove: async (ctx, input) => {
    const { companyId } = await find(ctx.db, holidays, input.id, { lock: true });
    await ctx.db.delete(holidays).where(eq(id, input.id));
    await updateRobotPlans(ctx, companyId);
    return {};
  },
});
