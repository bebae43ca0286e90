import { createHash } from 'node:crypto';
import {
  agreementRegionsOf,
  articleLangsOf,
  companyTypes,
  type AgreementAudience,
  type AgreementKind,
  type AgreementText,
  type Lang,
} from '@sweepline/contract';
import { and, desc, eq, inArray, lte, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import type { AccountWithRole } from './account-service.ts';
import { agreementRecords, agreements, type AgreementRecordRow } from './agreement-table.ts';
import { companies } from './company-table.ts';

/** The proof of a text: what was shown is this title and body. */
export const textHash = ({ title, body }: Pick<AgreementText, 'title' | 'body'>): string =>
  createHash('sha256').update(`${title}\n${body}`).digest('hex');

/** The text in the language of a reader, or in the nearest; published versions have all languages. */
export const agreementText = (texts: readonly AgreementText[], lang: Lang): AgreementText | undefined =>
  articleLangsOf(lang).flatMap((code) => texts.filter((text) => text.lang === code))[0];

interface Version {
  kind: AgreementKind;
  region: string;
  number: number | null;
  isMaterial: boolean;
}

/** The versions of one kind that hold for a region, the newest first. */
export interface InForce<V extends Version> {
  current: V;
  /** From the last material version on: one of these must be accepted. Empty where none is material. */
  required: V[];
}

/** Of each kind the texts of the nearest region. The versions are published, valid, and sorted by number, the newest first. */
export function inForce<V extends Version>(versions: readonly V[], region: string): InForce<V>[] {
  const kinds = [...new Set(versions.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const ofKind = versions.filter((version) => version.kind === kind);
    const near = agreementRegionsOf(region)
      .map((code) => ofKind.filter((version) => version.region === code))
      .find((list) => list.length > 0);
    const [current] = near ?? [];
    if (!near || !current) return [];
    const material = near.findIndex(({ isMaterial }) => isMaterial);
    return { current, required: near.slice(0, material + 1) };
  });
}

/** The condition for published versions that are valid now. */
export const isValidNow = (now: Date): SQL | undefined =>
  and(eq(agreements.state, 'PUBLISHED'), lte(agreements.validFrom, now.toISOString()));

export const isFor = (audience: AgreementAudience): SQL => sql`${audience} = any(${agreements.audiences})`;

/** Whether an account, or its administrator for the company, has to accept a kind. */
const mustAccept = (
  kind: AgreementKind,
  { account, company }: Pick<AccountWithRole, 'account' | 'company'>,
): boolean => {
  if (kind === 'DATA_PROCESSING') return account.roleType === 2 && company.type !== companyTypes.provider;
  return kind === 'TERMS' || kind === 'PRIVACY';
};

/** SQL: whether the account has a record about a version; one about the processing of data counts for the whole company. */
const hasRecord = (act: 'ACCEPTED' | 'NOTED', { account, company }: AccountWithRole) =>
  sql<boolean>`exists (select from ${agreementRecords} r where r.agreement_id = agreements.id and r.act = ${act}
    and (r.account_id = ${account.id} or (agreements.kind = 'DATA_PROCESSING' and r.company_id = ${company.id})))`;

/** The versions for the console that hold for an account, without their texts. */
export async function versionsFor(tx: Tx, user: AccountWithRole, now: Date) {
  const rows = await tx
    .select({
      id: agreements.id,
      kind: agreements.kind,
      region: agreements.region,
      number: agreements.number,
      isMaterial: agreements.isMaterial,
      isAccepted: hasRecord('ACCEPTED', user),
      isNoted: hasRecord('NOTED', user),
    })
    .from(agreements)
    .where(and(isValidNow(now), isFor('CONSOLE')))
    .orderBy(desc(agreements.number));
  return inForce(rows, user.company.region).filter(({ current }) => mustAccept(current.kind, user));
}
type VersionsFor = Awaited<ReturnType<typeof versionsFor>>;

export const isDue = ({ required }: VersionsFor[number]): boolean =>
  required.length > 0 && !required.some(({ isAccepted }) => isAccepted);

/** Whether the session of an account has to accept a text before it goes on. The transaction must see all companies. */
export const isAgreementDue = async (all: Tx, user: AccountWithRole, now: Date): Promise<boolean> =>
  (await versionsFor(all, user, now)).some(isDue);

/** The texts about video: `inForce` gives that of a region. */
export const videoVersions = (tx: Tx, now: Date) =>
  tx
    .select()
    .from(agreements)
    .where(and(isValidNow(now), eq(agreements.kind, 'VIDEO')))
    .orderBy(desc(agreements.number));

/** The last act of each site about video. */
export async function lastConsents(all: Tx, siteIds: readonly string[]) {
  if (siteIds.length === 0) return new Map<string, AgreementRecordRow>();
  const rows = await all
    .selectDistinctOn([agreementRecords.siteId])
    .from(agreementRecords)
    .where(and(inArray(agreementRecords.siteId, [...siteIds]), eq(agreementRecords.kind, 'VIDEO')))
    .orderBy(agreementRecords.siteId, desc(agreementRecords.at), desc(agreementRecords.id));
  return new Map(rows.map((row) => [row.siteId ?? '', row]));
}

/** Whether a record counts as the consent that a text asks for. A first text without a material version counts all of its versions. */
export const countsAsConsent = (
  record: { act: string; agreementId: string } | undefined,
  text: InForce<Version & { id: string }>,
): boolean => {
  const versions = text.required.length > 0 ? text.required : [text.current];
  return record?.act === 'ACCEPTED' && versions.some(({ id }) => id === record.agreementId);
};

/** Whether cameras of a site may be watched: no text asks for the consent of its region, or the site gave it. */
export async function hasVideoConsent(
  all: Tx,
  { siteId, companyId }: { siteId: string | null; companyId: string },
  now: Date,
): Promise<boolean> {
  const versions = await videoVersions(all, now);
  if (versions.length === 0) return true;
  const [company] = await all
    .select({ region: companies.region })
    .from(companies)
    .where(eq(companies.id, companyId));
  const [text] = inForce(versions, company?.region ?? '');
  if (!text) return true;
  // Without a site there is no consent for the robot.
  return siteId !== null && countsAsConsent((await lastConsents(all, [siteId])).get(siteId), text);
}
