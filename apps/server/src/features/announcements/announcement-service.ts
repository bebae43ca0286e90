import { announceLangs, announceLangsOf, type Lang, type LangDescription } from '@sweepline/contract';
import { desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { wrongField } from '../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { cleanHtml, saysSomething } from '../../platform/http/html.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { checkVersion } from '../../platform/db/page.ts';
import { announcements } from './announcement-table.ts';

export type AnnouncementRow = typeof announcements.$inferSelect;

/** What was published last. Release notes are for everybody, so this reads past the fence, and nothing else here does. */
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

/** All four languages in their order, the unwritten ones empty. */
export const allLangs = (written: readonly LangDescription[]): LangDescription[] =>
  announceLangs.map((lang) => ({
    lang,
    description: written.find((one) => one.lang === lang)?.description ?? '',
  }));

/** The text for a reader: their own language, else the nearest that was written. */
export function descriptionFor(written: readonly LangDescription[], lang: Lang): LangDescription | undefined {
  const said = written.filter(({ description }) => saysSomething(description));
  return announceLangsOf[lang].flatMap((one) => said.filter((text) => text.lang === one))[0];
}

interface Written {
  langDescriptions: readonly LangDescription[];
  version?: number | undefined;
}

/** The draft that is being written, made where there is none; a text opened before somebody else changed it is refused. */
export async function saveDraft(
  tx: Tx,
  now: Clock,
  by: { companyId: string; username: string },
  { langDescriptions, version }: Written,
): Promise<AnnouncementRow> {
  // Editors take turns: there is one draft, and two first saves at once must not both think they make it.
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
  const [kept] = await tx
    .insert(announcements)
    .values(row)
    .onConflictDoUpdate({ target: announcements.id, set: text })
    .returning();
  return kept!;
}

/** Makes a text the newest; what says nothing in any language is refused. */
export async function publishText(
  tx: Tx,
  now: Clock,
  by: { companyId: string; username: string },
  written: Written,
): Promise<{ id: string; version: number; publishTime: string }> {
  const draft = await saveDraft(tx, now, by, written);
  if (!draft.langDescriptions.some(({ description }) => saysSomething(description)))
    throw wrongField('langDescriptions', 'nothing is written');
  const publishTime = now().toISOString();
  await tx.update(announcements).set({ publishedAt: publishTime }).where(eq(announcements.id, draft.id));
  return { id: draft.id, version: draft.version, publishTime };
}
