import { holidayCalls, type Holiday } from '@sweepline/contract';
import { and, asc, eq, gte, isNull, lte, or } from 'drizzle-orm';
import { answer } from '../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { counted, find, pageOf, visible, windowOf } from '../../platform/db/page.ts';
import { companies } from '../companies/company-table.ts';
import { sites } from '../sites/site-table.ts';
import { renewRobotPlans } from '../tasks/robot-plan-service.ts';
import { holidays, schedules } from './schedule-table.ts';

const { id, siteId, date, name } = holidays;
const holidayRows = (db: Tx) =>
  db
    .select({ id, siteId, date, name, companyName: companies.name, siteName: sites.name })
    .from(holidays)
    .innerJoin(companies, eq(companies.id, holidays.companyId))
    .leftJoin(sites, eq(sites.id, siteId))
    .$dynamic();

async function readHoliday(db: Tx, wanted: string): Promise<Holiday> {
  const [found] = await holidayRows(db).where(and(eq(id, wanted), visible(db, holidays)));
  if (!found) throw new Refusal('notFound');
  return found;
}

/** Robots that rest on holidays hear of the change. */
async function tellRobots({ db, now, account, services: { bus } }: Ctx, companyId: string): Promise<void> {
  const resting = await db
    .select({ deviceId: schedules.deviceId })
    .from(schedules)
    .where(and(eq(schedules.companyId, companyId), eq(schedules.onHolidays, 'SKIP')));
  await renewRobotPlans(
    { db, now, bus },
    resting.map((it) => it.deviceId),
    account.username,
  );
}

export const holidayAnswers = answer(holidayCalls, {
  list: ({ db }, input) => {
    const { limit, offset } = windowOf(input);
    const where = and(
      visible(db, holidays),
      input.from ? gte(date, input.from) : undefined,
      input.to ? lte(date, input.to) : undefined,
      input.siteId ? or(eq(siteId, input.siteId), isNull(siteId)) : undefined,
    );
    const rows = holidayRows(db).where(where).orderBy(asc(date), asc(id)).limit(limit).offset(offset);
    return pageOf(rows, counted(db, holidays, where));
  },

  add: async (ctx, input) => {
    const { db, account } = ctx;
    // A site's holiday is its company's, whoever of those above writes it down.
    const companyId =
      input.siteId === null ? account.companyId : (await find(db, sites, input.siteId)).companyId;
    const [made] = await db
      .insert(holidays)
      .values({ id: newId(), companyId, ...input })
      .onConflictDoNothing()
      .returning({ id });
    if (!made) throw wrongField('date', 'a holiday already');
    await tellRobots(ctx, companyId);
    return await readHoliday(db, made.id);
  },

  remove: async (ctx, input) => {
    const { companyId } = await find(ctx.db, holidays, input.id, { lock: true });
    await ctx.db.delete(holidays).where(eq(id, input.id));
    await tellRobots(ctx, companyId);
    return {};
  },
});
