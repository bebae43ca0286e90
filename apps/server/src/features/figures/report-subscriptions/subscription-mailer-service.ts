import { everything, permissions, type Lang, pages } from '@sweepline/contract';
import { getTableName, and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db, type Scope, type Tx } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import { MailFailure, type MailSender } from '../../../platform/documents/mail.ts';
import { mailLeaseMs, pauseAfter } from '../../../platform/documents/mail-retry.ts';
import type { Reader } from '../../../platform/documents/reader-format.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { accountById } from '../../../entities/people/account-service.ts';
import { blockedReason } from '../../people/auth/account-status-service.ts';
import { scopeOf } from '../../../entities/people/company-service.ts';
import { mailLogos, readLogo } from '../../../entities/people/logo-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { createDocumentCache, type Attachment } from './subscription-document.ts';
import { readFigures } from './subscription-figures.ts';
import { letterOf } from './subscription-letter.ts';
import { unsubscribeLink } from './subscription-links.ts';
import { nextDue, periodOf } from './subscription-rules.ts';
import {
  reportDeliveries,
  reportSubscriptions,
  subscriptionReaders,
  withDocument,
  withoutDocument,
} from './subscription-table.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';

export interface Mailer {
  db: Db;
  files: FileStore;
  now: Clock;
  vault: Vault;
  mail: MailSender;
  /** The console's address, for links. */
  base: string;
}

/** One pass over the due deliveries. */
interface Pass extends Mailer {
  documents: ReturnType<typeof createDocumentCache>;
}

type Subscription = typeof reportSubscriptions.$inferSelect;
type Delivery = typeof reportDeliveries.$inferSelect;

/** A delivery that is overdue by more than this, because server or mail was down, is not sent. */
const maxOverdueMs = 7 * 86_400_000;

/** Stores one due period, with a delivery per reader and the next due time. Returns whether there was one. */
const planOne = ({ db, now }: Pick<Mailer, 'db' | 'now'>): Promise<boolean> =>
  inScope(db, '*', async (tx) => {
    const [row] = await tx
      .select()
      .from(reportSubscriptions)
      .where(and(eq(reportSubscriptions.enabled, true), lte(reportSubscriptions.nextAt, now().toISOString())))
      .orderBy(asc(reportSubscriptions.nextAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!row?.nextAt) return false;
    const dueMs = Date.parse(row.nextAt);
    const readers = await tx
      .select()
      .from(subscriptionReaders)
      .where(and(eq(subscriptionReaders.subscriptionId, row.id), isNull(subscriptionReaders.unsubscribedAt)));
    const { from: fromDay, to: toDay } = periodOf(row, dueMs);
    const at = now().toISOString();
    const deliveries = readers.map(({ id: readerId, address }) => ({
      companyId: row.companyId,
      subscriptionId: row.id,
      readerId,
      address,
      lang: row.lang,
      fromDay,
      toDay,
      occasion: `${row.every} ${fromDay}`,
      byHand: false,
      state: 'WAITING' as const,
      dueAt: at,
      createdAt: at,
    }));
    // A delivery that exists already was sent or is being sent.
    const stale = now().getTime() - dueMs > maxOverdueMs;
    if (deliveries.length > 0 && !stale)
      await tx.insert(reportDeliveries).values(deliveries).onConflictDoNothing();
    await tx
      .update(reportSubscriptions)
      .set({ nextAt: nextDue(row, dueMs) })
      .where(eq(reportSubscriptions.id, row.id));
    return true;
  });

/** Takes the oldest due delivery under a lease of one attempt. */
const takeOne = ({ db, now }: Mailer): Promise<Delivery | undefined> =>
  inScope(db, '*', async (tx) => {
    const [taken] = await tx.raw<{ id: string }>(
      `update ${getTableName(reportDeliveries)} set state = 'SENDING', attempts = attempts + 1, due_at = $2
       where id = (select id from ${getTableName(reportDeliveries)} where state in ('WAITING', 'SENDING') and due_at <= $1
         order by due_at, id limit 1 for update skip locked) returning id`,
      [now().toISOString(), new Date(now().getTime() + mailLeaseMs).toISOString()],
    );
    if (!taken) return undefined;
    const [row] = await tx.select().from(reportDeliveries).where(eq(reportDeliveries.id, taken.id));
    return row;
  });

/** The current scope of the subscription's account; null if it may no longer send reports. */
async function scopeOfOwner(tx: Tx, accountId: string): Promise<Scope | null> {
  const owner = await accountById(tx, accountId);
  if (!owner || (await blockedReason(tx, owner))) return null;
  const codes = owner.permissionCodes ?? [];
  const maySend =
    owner.account.roleType === 1 || codes.includes(everything) || codes.includes(permissions.subscriptions);
  return maySend ? await scopeOf(tx, owner.account, owner.company) : null;
}

/** Address and formats of a delivery: from the profile of an account, or from the subscription for a bare address. */
async function readerFor(tx: Tx, row: Subscription, { readerId, address, lang, byHand }: Delivery) {
  const defaults: Reader = {
    lang: byHand ? lang : row.lang,
    timezone: row.timezone,
    area: row.area,
    volume: row.volume,
  };
  const [reader] = readerId
    ? await tx.select().from(subscriptionReaders).where(eq(subscriptionReaders.id, readerId))
    : [];
  if (reader?.unsubscribedAt) return undefined;
  if (!reader?.accountId) return { address, reader: defaults };
  const account = await accountById(tx, reader.accountId);
  if (!account || (await blockedReason(tx, account))) return undefined;
  const { lang: own, area, volume } = account.account.profile;
  return {
    address: account.account.email,
    reader: { ...defaults, ...(own && { lang: own }), ...(area && { area }), ...(volume && { volume }) },
  };
}

interface Outgoing {
  to: string;
  lang: Lang;
  letter: ReturnType<typeof letterOf>;
  logo: Awaited<ReturnType<typeof readLogo>>;
  unsubscribe: string | null;
  /** Undefined for a period without reports. `attachment` is undefined if the document failed. */
  document: { attachment: Attachment | undefined } | undefined;
}

class Unsendable extends Error {}

async function compose(mailer: Pass, delivery: Delivery): Promise<Outgoing> {
  const { db, files, vault, base } = mailer;
  const { row, to, reach, companyName, logo } = await inScope(
    db,
    '*',
    async (tx) => {
      const [subscription] = await tx
        .select({ row: reportSubscriptions, companyName: companies.name })
        .from(reportSubscriptions)
        .innerJoin(companies, eq(companies.id, reportSubscriptions.companyId))
        .where(eq(reportSubscriptions.id, delivery.subscriptionId));
      if (!subscription) throw new Unsendable('GONE');
      const reader = await readerFor(tx, subscription.row, delivery);
      if (!reader) throw new Unsendable('UNSUBSCRIBED');
      if (reader.address === '') throw new Unsendable('NO_ADDRESS');
      const logo = await readLogo(tx, files, subscription.row.companyId, mailLogos);
      const reach = await scopeOfOwner(tx, subscription.row.accountId);
      return { ...subscription, to: reader, reach, logo };
    },
    { readOnly: true },
  );
  if (reach === null) throw new Unsendable('OWNER_GONE');
  const period = { from: delivery.fromDay, to: delivery.toDay };
  const figures = await inScope(db, reach, (tx) => readFigures(tx, row, period), { readOnly: true });
  const unsubscribe = delivery.readerId ? unsubscribeLink(vault, base, delivery.readerId) : null;
  const link = new URL(pages.statistics({ from: period.from, to: period.to }), base).href;
  const { name, every } = row;
  const letter = letterOf(
    { reader: to.reader, name, companyName, every, byHand: delivery.byHand, link, unsubscribe },
    figures,
  );
  const request = { row, days: period, reader: to.reader, reach };
  const document =
    figures.totals.reports + figures.totals.leftOut > 0
      ? { attachment: await mailer.documents(request) }
      : undefined;
  return { to: to.address, lang: to.reader.lang, letter, logo, unsubscribe, document };
}

/** Attempts one delivery and stores the result. */
async function deliver(mailer: Pass, delivery: Delivery): Promise<void> {
  const { db, now, mail } = mailer;
  const update = (set: Partial<Delivery>) =>
    inScope(db, '*', (tx) =>
      tx.update(reportDeliveries).set(set).where(eq(reportDeliveries.id, delivery.id)),
    );
  try {
    const { to, lang, letter, logo, unsubscribe, document } = await compose(mailer, delivery);
    const attachments = document?.attachment ? [document.attachment] : [];
    await mail.send({
      to,
      id: delivery.id,
      ...letter,
      logo,
      attachments,
      ...(unsubscribe && { unsubscribe }),
    });
    const reason = document ? (document.attachment ? withDocument : withoutDocument) : '';
    await update({ state: 'SENT', sentAt: now().toISOString(), reason, address: to, lang });
  } catch (error) {
    if (error instanceof Unsendable) return void (await update({ state: 'GAVE_UP', reason: error.message }));
    // Other errors, such as a lost database, do not count: the delivery is tried again after its lease.
    if (!(error instanceof MailFailure)) throw error;
    const pause = error.final ? undefined : pauseAfter(delivery.attempts);
    await update(
      pause === undefined
        ? { state: 'GAVE_UP', reason: error.message }
        : { state: 'WAITING', reason: error.message, dueAt: new Date(now().getTime() + pause).toISOString() },
    );
  }
}

/** Sends all due deliveries one after the other, so that the mail server is not flooded. */
export async function sendDue(mailer: Mailer): Promise<void> {
  while (await planOne(mailer));
  const pass = { ...mailer, documents: createDocumentCache(mailer) };
  for (let next = await takeOne(mailer); next; next = await takeOne(mailer)) await deliver(pass, next);
}

/** Sends due deliveries. Runs take row locks. */
export const reportMailJob = (mailer: Mailer): Job => ({
  name: 'reports.mail',
  everySeconds: 5,
  mayOverlap: true,
  run: () => sendDue(mailer),
});
