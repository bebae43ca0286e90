import { Readable } from 'node:stream';
import { desc, eq } from 'drizzle-orm';
import { accounts } from '../../../entities/people/account-table.ts';
import { agreementRecords } from '../../../entities/people/agreement-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import { videoViews } from '../../../entities/remote/video-table.ts';
import { auditEntries } from '../../../platform/audit/audit-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';

/** Rows of each kind in the file, the newest first: an account of many years must not fill the memory of the server. */
const maxRows = 5_000;

async function accountData(all: Tx, id: string) {
  const [found] = await all
    .select({ account: accounts, company: companies.name })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .where(eq(accounts.id, id));
  if (!found) throw new Refusal('signedOut');
  const { username, nickname, phone, email, profile, createdAt, lastSignInAt } = found.account;
  return { username, nickname, phone, email, profile, createdAt, lastSignInAt, company: found.company };
}

const sessionData = (all: Tx, id: string) =>
  all
    .select({
      openedAt: sessions.createdAt,
      endedAt: sessions.endedAt,
      address: sessions.address,
      agent: sessions.agent,
    })
    .from(sessions)
    .where(eq(sessions.accountId, id))
    .orderBy(desc(sessions.createdAt))
    .limit(maxRows);

const agreementData = (all: Tx, id: string) =>
  all
    .select()
    .from(agreementRecords)
    .where(eq(agreementRecords.accountId, id))
    .orderBy(desc(agreementRecords.at))
    .limit(maxRows);

const actionData = (all: Tx, id: string) =>
  all
    .select({
      at: auditEntries.at,
      action: auditEntries.action,
      record: auditEntries.recordName,
      code: auditEntries.code,
      address: auditEntries.address,
    })
    .from(auditEntries)
    .where(eq(auditEntries.accountId, id))
    .orderBy(desc(auditEntries.at))
    .limit(maxRows);

const cameraData = (all: Tx, id: string) =>
  all
    .select({
      deviceId: videoViews.deviceId,
      camera: videoViews.camera,
      reason: videoViews.reason,
      openedAt: videoViews.openedAt,
      endedAt: videoViews.endedAt,
    })
    .from(videoViews)
    .where(eq(videoViews.accountId, id))
    .orderBy(desc(videoViews.openedAt))
    .limit(maxRows);

const readData = async (all: Tx, id: string) => ({
  account: await accountData(all, id),
  sessions: await sessionData(all, id),
  agreements: await agreementData(all, id),
  actions: await actionData(all, id),
  watchedCameras: await cameraData(all, id),
});

/** Everything that is kept about the caller, as one JSON file. Rows are chosen by the account, so the tenant scope hides none. */
export async function ownData({ db, account, now }: Ctx): Promise<BytesAnswer> {
  const data = await asSystem(db, (all) => readData(all, account.id));
  const at = now().toISOString();
  const text = JSON.stringify({ at, ...data }, null, 2);
  return {
    mediaType: 'application/json',
    fileName: `my-data-${at.slice(0, 10)}.json`,
    open: () => Readable.from([text]),
  };
}
