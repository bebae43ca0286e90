import { ownAgreementCalls, type DueAgreement, type Input, type ReadAgreement } from '@sweepline/contract';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { accountById } from '../../../entities/people/account-service.ts';
import {
  agreementText,
  inForce,
  isDue,
  isFor,
  isValidNow,
  versionsFor,
} from '../../../entities/people/agreement-service.ts';
import {
  agreementRecords,
  agreements,
  type AgreementRecordRow,
  type AgreementRow,
} from '../../../entities/people/agreement-table.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { inScope, type Tx } from '../../../platform/db/db.ts';
import { agreementsAccepted, endSessions } from '../../people/auth/session-service.ts';
import { pageOfRecords } from './agreement-record-list.ts';
import { readText } from './agreement-read.ts';
import { textAsSeen } from './agreement-rules.ts';
import { consentOfSite, listSiteConsents, withdrawConsent } from './video-consent-handlers.ts';
import { addRecord } from './agreement-record.ts';

type Calls = typeof ownAgreementCalls;

/** The versions that hold for the caller. The transaction must see all companies. */
async function ownVersions(all: Tx, { account, now }: Ctx) {
  const user = await accountById(all, account.id);
  if (!user) throw new Refusal('signedOut');
  return await versionsFor(all, user, now());
}

async function rowsOf(all: Tx, ids: readonly string[]): Promise<Map<string, AgreementRow>> {
  if (ids.length === 0) return new Map();
  const rows = await all
    .select()
    .from(agreements)
    .where(inArray(agreements.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** What the account accepted last of a kind, to show the difference. */
async function acceptedBefore(all: Tx, { account, caller }: Ctx, { kind }: AgreementRow) {
  const [last] = await all
    .select({ texts: agreements.texts })
    .from(agreementRecords)
    .innerJoin(agreements, eq(agreements.id, agreementRecords.agreementId))
    .where(
      and(
        eq(agreementRecords.accountId, account.id),
        eq(agreementRecords.kind, kind),
        eq(agreementRecords.act, 'ACCEPTED'),
      ),
    )
    .orderBy(desc(agreementRecords.at))
    .limit(1);
  return (last && agreementText(last.texts, caller.lang)?.body) ?? null;
}

/** What the session has to accept, and the changes that the account has not noted. */
async function due(ctx: Ctx): Promise<{ texts: DueAgreement[]; notices: ReadAgreement[] }> {
  // A viewer agrees to nothing in the name of another person.
  if (ctx.account.viewer) return { texts: [], notices: [] };
  const { lang } = ctx.caller;
  return await asSystem(ctx.db, async (all) => {
    const versions = await ownVersions(all, ctx);
    const dueVersions = versions.filter(isDue);
    const changed = versions.filter(
      (one) => one.required.length > 0 && !isDue(one) && !one.current.isAccepted && !one.current.isNoted,
    );
    const rows = await rowsOf(
      all,
      [...dueVersions, ...changed].map(({ current }) => current.id),
    );
    const texts: DueAgreement[] = [];
    for (const { current } of dueVersions) {
      const row = rows.get(current.id)!;
      const before = await acceptedBefore(all, ctx, row);
      texts.push({ ...readText(row, lang), isForCompany: row.kind === 'DATA_PROCESSING', before });
    }
    return { texts, notices: changed.map(({ current }) => readText(rows.get(current.id)!, lang)) };
  });
}

type Act = AgreementRecordRow['act'];

/** Accepts or notes each text, if it is the one in force and was shown as it is stored. */
async function acceptOwn(all: Tx, ctx: Ctx, texts: Input<Calls['accept']>['texts']) {
  const versions = await ownVersions(all, ctx);
  const rows = await rowsOf(
    all,
    texts.map(({ id }) => id),
  );
  for (const seen of texts) {
    const version = versions.find(({ current }) => current.id === seen.id);
    const row = rows.get(seen.id);
    if (!version || !row) throw new Refusal('agreementReplaced');
    textAsSeen(row, seen);
    // Pressed in two tabs it is accepted once.
    if (version.current.isAccepted) continue;
    const act: Act = isDue(version) ? 'ACCEPTED' : 'NOTED';
    await addRecord(all, ctx, { row, act, lang: seen.lang, sha256: seen.sha256 });
  }
}

async function accept(ctx: Ctx, { texts, siteId }: Input<Calls['accept']>) {
  if (siteId !== undefined) return await consentOfSite(ctx, { siteId, texts });
  await asSystem(ctx.db, (all) => acceptOwn(all, ctx, texts));
  const { companyId } = ctx.account;
  ctx.db.afterCommit(() => ctx.services.bus.publish(agreementsAccepted, { companyId }));
  return {};
}

async function decline(ctx: Ctx) {
  const { db, account, now, services, caller } = ctx;
  await asSystem(db, async (all) => {
    const dueVersions = (await ownVersions(all, ctx)).filter(isDue);
    if (dueVersions.length === 0) throw new Refusal('wrongState');
    const rows = await rowsOf(
      all,
      dueVersions.map(({ current }) => current.id),
    );
    for (const row of rows.values()) {
      const { lang, sha256 } = readText(row, caller.lang);
      await addRecord(all, ctx, { row, act: 'DECLINED', lang, sha256 });
    }
    await endSessions(all, services.bus, now, 'LOGOUT', eq(sessions.id, account.sessionId));
  });
  return {};
}

/** Published texts need no tenant scope. */
const current = ({ services, caller, now }: Ctx, { audience, region }: Input<Calls['current']>) =>
  inScope(
    services.db,
    [],
    async (tx) => {
      const rows = await tx
        .select()
        .from(agreements)
        .where(and(isValidNow(now()), isFor(audience)))
        .orderBy(desc(agreements.number));
      return { texts: inForce(rows, region).map((text) => readText(text.current, caller.lang)) };
    },
    { readOnly: true },
  );

export const ownAgreementAnswers = answer(ownAgreementCalls, {
  current,
  due,
  accept,
  decline,
  // Their own company is hidden from salespeople of the provider, and their records are theirs.
  mine: ({ db, account }, page) =>
    asSystem(db, (all) => pageOfRecords(all, page, eq(agreementRecords.accountId, account.id))),
  sites: listSiteConsents,
  withdraw: withdrawConsent,
});
