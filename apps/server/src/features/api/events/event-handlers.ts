import { apiEventCalls, type Input } from '@sweepline/contract';
import { and, desc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import { apiEvents } from '../../../entities/api/api-event-table.ts';
import { apiUsers } from '../../../entities/api/api-user-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { underPath } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { openEventOf } from './event-service.ts';

type ListInput = Input<typeof apiEventCalls.list>;

/** The condition for events of the company of an API user and those below it. */
async function ofUser(db: Tx, userId: string) {
  const { companyId } = await find(db, apiUsers, userId);
  const path = sql`(select own.path from ${companies} own where own.id = ${companyId})`;
  return sql`${apiEvents.companyId} in (select ${companies.id} from ${companies} where ${underPath(companies.path, path)})`;
}

async function conditionOf(db: Tx, { userId, type, deviceId, from, to }: ListInput) {
  return and(
    isNotNull(apiEvents.place),
    userId === undefined ? undefined : await ofUser(db, userId),
    type && type.length > 0 ? inValues(apiEvents.name, type) : undefined,
    deviceId === undefined ? undefined : eq(apiEvents.deviceId, deviceId),
    from === undefined ? undefined : gte(apiEvents.at, from),
    to === undefined ? undefined : lte(apiEvents.at, to),
  );
}

export const apiEventAnswers = answer(apiEventCalls, {
  list: async ({ db }, input) => {
    const where = await conditionOf(db, input);
    const rows = (limit: number, offset: number) =>
      db
        .select({ event: apiEvents, companyName: companies.name, nickname: devices.nickname, sn: devices.sn })
        .from(apiEvents)
        .innerJoin(companies, eq(companies.id, apiEvents.companyId))
        .leftJoin(devices, eq(devices.id, apiEvents.deviceId))
        .where(and(visible(db, apiEvents), where))
        .orderBy(desc(apiEvents.place))
        .limit(limit)
        .offset(offset);
    const page = await paginate(input, rows, counted(db, apiEvents, and(visible(db, apiEvents), where)));
    const list = page.list.map(({ event, companyName, nickname, sn }) => ({
      ...openEventOf(event),
      companyName,
      // The robot may be deleted, or of another company by now.
      robotName: nickname || sn,
    }));
    return { list, total: page.total };
  },
});
