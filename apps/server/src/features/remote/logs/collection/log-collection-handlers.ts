import { logCollectionCalls, type LogCollection } from '@sweepline/contract';
import { eq, getTableName } from 'drizzle-orm';
import { logCollections } from '../../../../entities/remote/log-collection-table.ts';
import { deviceLogs } from '../../../../entities/remote/device-log-table.ts';
import { findCompany } from '../../../../entities/people/company-service.ts';
import { answer } from '../../../../platform/calls/calls.ts';
import { Refusal } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { checkVersion } from '../../../../platform/db/page.ts';
import { storedFiles } from '../../../../platform/files/file-table.ts';

const megabyte = 1024 * 1024;
/** What a company that never decided begins with. */
const undecided = { minLevel: null, dailyBytes: 50 * megabyte, version: 0, updatedAt: null, updatedBy: '' };

const rowOf = async (db: Tx, companyId: string) =>
  (await db.select().from(logCollections).where(eq(logCollections.companyId, companyId)))[0];

/** What the robots of a company sent about their alarms in the last 24 hours. */
async function usedBy(db: Tx, companyId: string, dailyBytes: number, now: Date) {
  const [used] = await db.raw<LogCollection['used']>(
    `select coalesce(sum(logs), 0)::int as logs, coalesce(sum(bytes), 0)::float8 as bytes,
       count(*) filter (where bytes >= $2)::int as "robotsAtBudget"
     from (select l.device_id, count(*) as logs, coalesce(sum(f.bytes), 0) as bytes
       from ${getTableName(deviceLogs)} l left join ${getTableName(storedFiles)} f on f.id = l.file_id
       where l.company_id = $1 and l.source = 'ALARM' and l.created_at > $3::timestamptz - interval '24 hours'
       group by l.device_id) robot`,
    [companyId, dailyBytes, now.toISOString()],
  );
  return used!;
}

async function read(db: Tx, companyId: string, now: Date): Promise<LogCollection> {
  const { name: companyName } = await findCompany(db, companyId);
  const { dailyBytes, minLevel, version, updatedAt, updatedBy } = (await rowOf(db, companyId)) ?? undecided;
  const used = await usedBy(db, companyId, dailyBytes, now);
  const dailyMegabytes = Math.round(dailyBytes / megabyte);
  return { companyId, companyName, minLevel, dailyMegabytes, version, updatedAt, updatedBy, used };
}

export const logCollectionAnswers = answer(logCollectionCalls, {
  detail: ({ db, account, now }, { companyId = account.companyId }) => read(db, companyId, now()),

  update: async ({ db, account, now }, { companyId = account.companyId, version, ...input }) => {
    // The lock on the company serialises two first saves: the second is refused.
    await findCompany(db, companyId, { lock: true });
    const { minLevel, dailyMegabytes } = input;
    const change = {
      minLevel,
      dailyBytes: dailyMegabytes * megabyte,
      version: version + 1,
      updatedAt: now().toISOString(),
      updatedBy: account.username,
    };
    const existing = await rowOf(db, companyId);
    if (existing) {
      checkVersion(existing, version);
      await db.update(logCollections).set(change).where(eq(logCollections.id, existing.id));
    } else {
      if (version !== 0) throw new Refusal('outdated');
      await db.insert(logCollections).values({ companyId, ...change });
    }
    return await read(db, companyId, now());
  },
});
