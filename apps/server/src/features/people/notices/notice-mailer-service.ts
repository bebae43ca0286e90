import { accountById } from '../../../entities/people/account-service.ts';
import { pages, type Lang } from '@sweepline/contract';
import { eq, getTableName } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { mailLogos, readLogo } from '../../../entities/people/logo-service.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { mailLeaseMs, pauseAfter } from '../../../platform/documents/mail-retry.ts';
import { MailFailure, type MailSender } from '../../../platform/documents/mail.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { noticeLetter } from './notice-letter.ts';
import { noticeMails, type NoticeMail } from '../../../entities/people/notice-mail-table.ts';
import { receiverOf } from './receiver-service.ts';

interface NoticeMailer {
  db: Db;
  files: FileStore;
  now: Clock;
  mail: MailSender;
  /** The console's address, for links. */
  base: string;
}

/** A notice that is older, because server or mail was down, is not mailed. */
const maxAgeMs = 86_400_000;

/** Takes the oldest due mail under a lease of one attempt. */
const takeOne = ({ db, now }: NoticeMailer): Promise<NoticeMail | undefined> =>
  inScope(db, '*', async (tx) => {
    const [taken] = await tx.raw<{ id: string }>(
      `update ${getTableName(noticeMails)} set state = 'SENDING', attempts = attempts + 1, due_at = $2
       where id = (select id from ${getTableName(noticeMails)} where state in ('WAITING', 'SENDING') and due_at <= $1
         order by due_at, id limit 1 for update skip locked) returning id`,
      [now().toISOString(), new Date(now().getTime() + mailLeaseMs).toISOString()],
    );
    if (!taken) return undefined;
    const [row] = await tx.select().from(noticeMails).where(eq(noticeMails.id, taken.id));
    return row;
  });

class Unsendable extends Error {}

/** The company that the notice is about now: its robot may have moved. */
async function companyOf(tx: Tx, { companyId, deviceId }: NoticeMail) {
  const [device] = deviceId
    ? await tx.select({ companyId: devices.companyId }).from(devices).where(eq(devices.id, deviceId))
    : [];
  const [company] = await tx
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(eq(companies.id, device?.companyId ?? companyId));
  if (!company) throw new Unsendable('GONE');
  return company;
}

const addressOf = ({ alarmId, aboutKind, aboutId }: NoticeMail): string | null => {
  if (alarmId) return pages.alarm({ id: alarmId });
  if (!aboutId) return null;
  if (aboutKind === 'device') return pages.device({ id: aboutId });
  return aboutKind === 'run' ? pages.task({ run: aboutId }) : null;
};

const compose = ({ db, files, now, base }: NoticeMailer, row: NoticeMail) =>
  inScope(
    db,
    '*',
    async (tx) => {
      if (now().getTime() - Date.parse(row.createdAt) > maxAgeMs) throw new Unsendable('TOO_OLD');
      const company = await companyOf(tx, row);
      const receiver = row.address
        ? await accountById(tx, row.accountId)
        : await receiverOf(tx, row.accountId, company.id, row.permission);
      if (!receiver) throw new Unsendable('NO_RIGHT');
      const { email, profile } = receiver.account;
      const to = row.address ?? email;
      if (to === '') throw new Unsendable('NO_ADDRESS');
      const lang: Lang = profile.lang ?? 'en';
      const address = addressOf(row);
      const link = address && new URL(address, base).href;
      const why = row.address ? 'whyAddress' : 'why';
      const logo = await readLogo(tx, files, company.id, mailLogos);
      return { to, logo, ...noticeLetter({ ...row, lang, company: company.name, link, why }) };
    },
    { readOnly: true },
  );

/** Attempts one mail and stores the result. */
async function deliver(mailer: NoticeMailer, row: NoticeMail): Promise<void> {
  const { db, now, mail } = mailer;
  const update = (set: Partial<NoticeMail>) =>
    inScope(db, '*', (tx) => tx.update(noticeMails).set(set).where(eq(noticeMails.id, row.id)));
  try {
    await mail.send({ id: row.id, ...(await compose(mailer, row)) });
    await update({ state: 'SENT', sentAt: now().toISOString(), reason: '' });
  } catch (error) {
    if (error instanceof Unsendable) return void (await update({ state: 'GAVE_UP', reason: error.message }));
    // Other errors, such as a lost database, do not count: the mail is tried again after its lease.
    if (!(error instanceof MailFailure)) throw error;
    const pause = error.final ? undefined : pauseAfter(row.attempts);
    await update(
      pause === undefined
        ? { state: 'GAVE_UP', reason: error.message }
        : { state: 'WAITING', reason: error.message, dueAt: new Date(now().getTime() + pause).toISOString() },
    );
  }
}

/** Sends the due mails one after the other, so that the mail server is not flooded. */
export async function sendNoticeMails(mailer: NoticeMailer): Promise<void> {
  for (let next = await takeOne(mailer); next; next = await takeOne(mailer)) await deliver(mailer, next);
}

/** Sends mails of notices. Runs take row locks. */
export const noticeMailJob = (mailer: NoticeMailer): Job => ({
  name: 'notices.mail',
  everySeconds: 5,
  mayOverlap: true,
  run: () => sendNoticeMails(mailer),
});
