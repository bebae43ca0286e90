import { announceLangs, announceLangsOf, type Lang, type LangDescription } from '@sweepline/contract';
import { desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { wrongField } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { cleanHtml, saysSomething } from '../../../platform/http/html.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { checkVersion } from '../../../platform/db/page.ts';
import { announcements } from './announcement-table.ts';

export type AnnouncementRow = typeof announcements.$inferSelect;

/** The newest published text. Announcements are for all companies, so the query ignores the tenant scope. */
export const newestFor = (db: Db): Promise<AnnouncementRow | undefined> =>
  inScope(db, '*', newestIn, { readOnly: true });

async function newestIn(tx: Tx): Promise<AnnouncementRow | undefined> {
  const [row] = await tx
    .select()
    .from(announcements)
    .where(isNotNull(announcements.publishedAt))
    .orderBy(desc(announcements.publishedAt), desc(announcements.id))
    .limit(1);
  return row;
}

export async function draftIn(tx: Tx): Promise<AnnouncementRow | undefined> {
  const [row] = await tx.select().from(announcements).where(isNull(announcements.publishedAt));
  return row;
}

/** All four languages in fixed order, with empty texts for the missing ones. */
export const allLangs = (descriptions: readonly LangDescription[]): LangDescription[] =>
  announceLangs.map((lang) => ({
    lang,
    description: descriptions.find((text) => text.lang === lang)?.description ?? '',
  }));

/** The text in the reader's language, else in the nearest language that has one. */
export function descriptionFor(
  descriptions: readonly LangDescription[],
  lang: Lang,
): LangDescription | undefined {
  const nonEmpty = descriptions.filter(({ description }) => saysSomething(description));
  return announceLangsOf[lang].flatMap((code) => nonEmpty.filter((text) => text.lang === code))[0];
}

interface AnnouncementInput {
  langDescriptions: readonly LangDescription[];
  version?: number | undefined;
}

/** Updates the draft, or creates it. A version that changed meanwhile is refused. */
export async function saveDraft(
  tx: Tx,
  now: Clock,
  by: { companyId: string; username: string },
  { langDescriptions, version }: AnnouncementInput,
): Promise<AnnouncementRow> {
  // Editors run one after the other: there is one draft, and two concurrent first saves must not both insert it.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('announcements'))`);
  const draft = await draftIn(tx);
  const before = draft ?? (await newestIn(tx));
  if (version !== undefined && before) checkVersion(before, version);
  const at = now().toISOString();
  const text = {
    langDescriptions: allLangs(langDescriptions).map(({ lang, description }) => ({
      lang,
      description: cleanHtml(description),
    })),
    version: (before?.version ?? 0) + 1,
    updatedAt: at,
    updatedBy: by.username,
  };
  const row = { id: draft?.id ?? newId(), companyId: by.companyId, createdAt: at, ...text };
  const [saved] = await tx
    .insert(announcements)
    .values(row)
    .onConflictDoUpdate({ target: announcements.id, set: text })
    .returning();
  return saved!;
}

/** Publishes a text as the newest. A text that is empty in each language is refused. */
export async function publishText(
  tx: Tx,
  now: Clock,
  by: { companyId: string; username: string },
  input: AnnouncementInput,
): Promise<{ id: string; version: number; publishTime: string }> {
  const draft = await saveDraft(tx, now, by, input);
  if (!draft.langDescriptions.some(({ description }) => saysSomething(description)))
    throw wrongField('langDescriptions', 'NOTHING_WRITTEN');
  const publishTime = now().toISOString();
  await tx.update(announcements).set({ publishedAt: publishTime }).where(eq(announcements.id, draft.id));
  return { id: draft.id, version: draft.version, publishTime };
}
