import { textFor, type App, type AppDetail } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { accountNames } from '../../../entities/people/account-names.ts';
import { requireProvider } from '../../../entities/people/company-rules.ts';
import { checkRevision } from '../../../entities/people/revision-check.ts';
import { companies } from '../../../entities/people/company-table.ts';
import {
  addressOfPicture,
  installCounts,
  newestVersions,
  readableApps,
} from '../../../entities/updates/app-service.ts';
import { apps, type AppRow } from '../../../entities/updates/app-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, inValues, visible } from '../../../platform/db/page.ts';

type Reader = Pick<Ctx, 'db' | 'caller' | 'now'>;

async function companiesOf(db: Tx, rows: readonly AppRow[]): Promise<Map<string, App['companies'][number]>> {
  const ids = [...new Set(rows.flatMap(({ companyIds }) => companyIds))];
  if (ids.length === 0) return new Map();
  const named = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(and(inValues(companies.id, ids), visible(db, { companyId: companies.id })));
  return new Map(named.map((company) => [company.id, company]));
}

/** Apps for the reader. One of a company above has no names of people and companies, and no figures. */
export async function shown({ db, caller, now }: Reader, rows: readonly AppRow[]): Promise<(AppRow & App)[]> {
  const ids = rows.map(({ id }) => id);
  const nowMs = now().getTime();
  const isOwn = (row: AppRow) => db.scope === '*' || db.scope.includes(row.companyId);
  const named = await companiesOf(db, rows.filter(isOwn));
  const names = await accountNames(
    db,
    rows.map(({ updatedById }) => updatedById),
  );
  const newest = await newestVersions(db, ids);
  const installs = await installCounts(db, ids, nowMs);
  return rows.map((row) => ({
    ...row,
    isOwn: isOwn(row),
    companies: row.companyIds.flatMap((id) => named.get(id) ?? []),
    icon: row.iconFileId === null ? null : addressOfPicture(row.iconFileId),
    description: textFor(row.descriptions, caller.lang),
    newest: newest.get(row.id) ?? null,
    installs: isOwn(row) ? (installs.get(row.id) ?? 0) : null,
    updatedBy: names.get(row.updatedById ?? '') ?? null,
  }));
}

export async function readApp(reader: Reader, id: string): Promise<AppDetail> {
  const { db } = reader;
  const found = await db
    .select()
    .from(apps)
    .where(and(eq(apps.id, id), readableApps(db)));
  const [row] = await shown(reader, found);
  if (!row) throw new Refusal('notFound');
  const screenshots = row.screenshotFileIds.map((fileId) => ({ fileId, file: addressOfPicture(fileId) }));
  return { ...row, screenshots };
}

/** One app of the caller's own, locked to change it. A save on an older revision is refused. */
export async function findToChange(
  { db, account }: Pick<Ctx, 'db' | 'account'>,
  { id, revision }: { id: string; revision?: number },
): Promise<AppRow> {
  const row = await find(db, apps, id, { lock: true });
  requireProvider(account);
  await checkRevision(db, row, revision);
  return row;
}
