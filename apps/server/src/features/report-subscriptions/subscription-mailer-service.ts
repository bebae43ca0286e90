import { everything, permissions, type Lang } from '@sweepline/contract';
import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Scope, type Tx } from '../../platform/db/db.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { MailFailure, type MailSender } from '../../platform/documents/mail.ts';
import type { Reader } from '../../platform/documents/reader-format.ts';
import { repeatedly } from '../../platform/runtime/repeatedly.ts';
import type { Vault } from '../../platform/files/vault.ts';
import { accountById } from '../accounts/account-service.ts';
import { blockedReason } from '../auth/account-status-service.ts';
import { scopeOf } from '../companies/company-service.ts';
import { companies } from '../companies/company-table.ts';
import { documentsOnce, type Attachment } from './subscription-document.ts';
import { readFigures } from './subscription-figures.ts';
import { letterOf } from './subscription-letter.ts';
import { unsubscribeLink } from './subscription-links.ts';
import { nextDue, pauseAfter, periodOf } from './subscription-rules.ts';
import {
  reportDeliveries,
  reportSubscriptions,
  subscriptionReaders,
  withDocument,
  withoutDocument,
} from './subscription-table.ts';

export interface Mailer {
  db: Db;
  files: FileStore;
  now: Clock;
  vault: Vault;
  mail: MailSender;
  /** The console's address, for links. */
  base: string;
}

/** One going over what is due. */
interface Pass extends Mailer {
  documents: ReturnType<typeof documentsOnce>;
}

type Subscription = typeof reportSubscriptions.$inferSelect;
type Delivery = typeof reportDeliveries.$inferSelect;

/** What was due longer ago than this, while the server was down or had no mail, is not sent any more. */
const stalestMs = 7 * 86_400_000;
/** How long one try may take before another process thinks that this one died. */
const leaseMs = 5 * 60_000;
const everyMs = 5_000;

/** Writes down one period that is due, a row a reader, together with when the next one is. Answers whether there was one. */
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
      ...{
        companyId: row.companyId,
        subscriptionId: row.id,
        readerId,
        address,
        lang: row.lang,
        fromDay,
        toDay,
      },
      ...{
        occasion: `${row.every} ${fromDay}`,
        byHand: false,
        state: 'WAITING' as const,
        dueAt: at,
        createdAt: at,
      },
    }));
    // A period that stands there already has been sent, or is on its way.
    const stale = now().getTime() - dueMs > stalestMs;
    if (deliveries.length > 0 && !stale)
      await tx.insert(reportDeliveries).values(deliveries).onConflictDoNothing();
    await tx
      .update(reportSubscriptions)
      .set({ nextAt: nextDue(row, dueMs) })
      .where(eq(reportSubscriptions.id, row.id));
    return true;
  });

/** Takes the oldest delivery whose time has come, for as long as one try may take. */
const takeOne = ({ db, now }: Mailer): Promise<Delivery | undefined> =>
  inScope(db, '*', async (tx) => {
    const [found] = await tx.raw<{ id: string }>(
      `update report_deliveries set state = 'SENDING', attempts = attempts + 1, due_at = $2
       where id = (select id from report_deliveries where state in ('WAITING', 'SENDING') and due_at <= $1
         order by due_at, id limit 1 for update skip locked) returning id`,
      [now().toISOString(), new Date(now().getTime() + leaseMs).toISOString()],
    );
    if (!found) return undefined;
    const [row] = await tx.select().from(reportDeliveries).where(eq(reportDeliveries.id, found.id));
    return row;
  });

/** What the account that set it up sees today; null when it may not have reports sent any more. */
async function reachOf(tx: Tx, accountId: string): Promise<Scope | null> {
  const found = await accountById(tx, accountId);
  if (!found || (await blockedReason(tx, found))) return null;
  const held = found.held ?? [];
  const may =
    found.account.roleType === 1 || held.includes(everything) || held.includes(permissions.subscriptions);
  return may ? await scopeOf(tx, found.account, found.company) : null;
}

/** Whom it goes to, and how they read: an account as its profile says, an address as the subscription does. */
async function readerFor(tx: Tx, row: Subscription, { readerId, address, lang, byHand }: Delivery) {
  const usual: Reader = {
    lang: byHand ? lang : row.lang,
    timezone: row.timezone,
    area: row.area,
    volume: row.volume,
  };
  const [reader] = readerId
    ? await tx.select().from(subscriptionReaders).where(eq(subscriptionReaders.id, readerId))
    : [];
  if (reader?.unsubscribedAt) return undefined;
  if (!reader?.accountId) return { address, reader: usual };
  const account = await accountById(tx, reader.accountId);
  if (!account || (await blockedReason(tx, account))) return undefined;
  const { lang: own, area, volume } = account.account.profile;
  return {
    address: account.account.email,
    reader: { ...usual, ...(own && { lang: own }), ...(area && { area }), ...(volume && { volume }) },
  };
}

interface Outgoing {
  to: string;
  lang: Lang;
  letter: ReturnType<typeof letterOf>;
  unsubscribe: string | null;
  /** Undefined where nothing was done: a document of nothing is not worth opening. */
  document: { made: Attachment | undefined } | undefined;
}

class Unsendable extends Error {}

async function composed(mailer: Pass, delivery: Delivery): Promise<Outgoing> {
  const { db, vault, base } = mailer;
  const { row, to, reach, companyName } = await inScope(
    db,
    '*',
    async (tx) => {
      const [found] = await tx
        .select({ row: reportSubscriptions, companyName: companies.name })
        .from(reportSubscriptions)
        .innerJoin(companies, eq(companies.id, reportSubscriptions.companyId))
        .where(eq(reportSubscriptions.id, delivery.subscriptionId));
      if (!found) throw new Unsendable('GONE');
      const reader = await readerFor(tx, found.row, delivery);
      if (!reader) throw new Unsendable('UNSUBSCRIBED');
      if (reader.address === '') throw new Unsendable('NO_ADDRESS');
      return { ...found, to: reader, reach: await reachOf(tx, found.row.accountId) };
    },
    { readOnly: true },
  );
  if (reach === null) throw new Unsendable('OWNER_GONE');
  const period = { from: delivery.fromDay, to: delivery.toDay };
  const figures = await inScope(db, reach, (tx) => readFigures(tx, row, period), { readOnly: true });
  const unsubscribe = delivery.readerId ? unsubscribeLink(vault, base, delivery.readerId) : null;
  const link = new URL(`/dataManage/statistics?from=${period.from}&to=${period.to}`, base).href;
  const { name, every } = row;
  const letter = letterOf(
    { reader: to.reader, name, companyName, every, byHand: delivery.byHand, link, unsubscribe },
    figures,
  );
  const wish = { row, days: period, reader: to.reader, reach };
  const document =
    figures.totals.reports + figures.totals.leftOut > 0 ? { made: await mailer.documents(wish) } : undefined;
  return { to: to.address, lang: to.reader.lang, letter, unsubscribe, document };
}

/** Tries one delivery and writes what became of it. */
async function deliver(mailer: Pass, delivery: Delivery): Promise<void> {
  const { db, now, mail } = mailer;
  const became = (set: Partial<Delivery>) =>
    inScope(db, '*', (tx) =>
      tx.update(reportDeliveries).set(set).where(eq(reportDeliveries.id, delivery.id)),
    );
  try {
    const { to, lang, letter, unsubscribe, document } = await composed(mailer, delivery);
    const attachments = document?.made ? [document.made] : [];
    await mail.send({ to, id: delivery.id, ...letter, attachments, ...(unsubscribe && { unsubscribe }) });
    const reason = document ? (document.made ? withDocument : withoutDocument) : '';
    await became({ state: 'SENT', sentAt: now().toISOString(), reason, address: to, lang });
  } catch (error) {
    if (error instanceof Unsendable) return void (await became({ state: 'GAVE_UP', reason: error.message }));
    // The database being away is no failure of the mail: the lease ends and it is tried again.
    if (!(error instanceof MailFailure)) throw error;
    const pause = error.final ? undefined : pauseAfter(delivery.attempts);
    await became(
      pause === undefined
        ? { state: 'GAVE_UP', reason: error.message }
        : { state: 'WAITING', reason: error.message, dueAt: new Date(now().getTime() + pause).toISOString() },
    );
  }
}

/** Sends everything that is due, one after the other: a mail server is not to be flooded. */
export async function sendDue(mailer: Mailer): Promise<void> {
  while (await planOne(mailer));
  const pass = { ...mailer, documents: documentsOnce(mailer) };
  for (let next = await takeOne(mailer); next; next = await takeOne(mailer)) await deliver(pass, next);
}

/** Looks for what is due until stopped; what was due while the server was down goes out at its start. */
export const startReportMailer = (mailer: Mailer, onError: (error: unknown) => void) =>
  repeatedly(() => sendDue(mailer), { everyMs }, onError);
