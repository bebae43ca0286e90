import { appCalls, hasText, pictureLimits, storableText, type Input } from '@sweepline/contract';
import { and, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import { findCompany } from '../../../entities/people/company-service.ts';
import { requireProvider } from '../../../entities/people/company-rules.ts';
import { addressOfPicture, readableApps } from '../../../entities/updates/app-service.ts';
import { appInstalls, appPictureFiles, apps, type AppRow } from '../../../entities/updates/app-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { bytesOf, uploadOf, type Uploads } from '../../../platform/calls/input.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { storeFile } from '../../../platform/files/files.ts';
import { encodeAgain } from '../../../platform/files/picture.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { findToChange, readApp, shown } from './app-read.ts';
import { stateAfter } from './app-rules.ts';

type Calls = typeof appCalls;

const sortable = {
  name: apps.name,
  updatedAt: apps.updatedAt,
  // The name of the table is written out: in a select of one table, columns have none, and the inner table has an id too.
  installs: sql`(select count(*) from ${appInstalls} i where i.app_id = ${apps}."id")`,
};

async function change(ctx: Ctx, row: AppRow, changes: Partial<AppRow>) {
  const { db, now, account } = ctx;
  const stamp = { updatedAt: now().toISOString(), updatedById: account.id, revision: row.revision + 1 };
  await db
    .update(apps)
    .set({ ...changes, ...stamp })
    .where(eq(apps.id, row.id));
  return await readApp(ctx, row.id);
}

/** Refuses pictures that are not stored ones of apps of the company. */
async function checkPictures(
  { db, account }: Ctx,
  { iconFileId, screenshotFileIds }: Pick<AppRow, 'iconFileId' | 'screenshotFileIds'>,
): Promise<void> {
  const check = async (field: string, ids: readonly string[]) => {
    if (ids.length === 0) return;
    const isPicture = and(
      inValues(storedFiles.id, ids),
      eq(storedFiles.kind, appPictureFiles),
      eq(storedFiles.companyId, account.companyId),
    );
    const known = await db
      .select({ id: storedFiles.id })
      .from(storedFiles)
      .where(and(isPicture, visible(db, storedFiles)));
    if (known.length < new Set(ids).size) throw wrongField(field, 'APP_PICTURE_MISSING');
  };
  await check('iconFileId', iconFileId === null ? [] : [iconFileId]);
  await check('screenshotFileIds', screenshotFileIds);
}

/** Refuses companies that the caller does not see. */
async function checkCompanies({ db }: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await findCompany(db, id);
}

async function picture(ctx: Ctx, uploads: Uploads) {
  const { db, account, now, services } = ctx;
  requireProvider(account);
  const upload = uploadOf(uploads, 'picture');
  const { content, mediaType } = await encodeAgain(await bytesOf(upload.content), {
    side: pictureLimits.side,
    tooLong: (size) => wrongField('picture', 'PICTURE_SIZE', { ...size, max: pictureLimits.side }),
  });
  const about = { companyId: account.companyId, kind: appPictureFiles, uploadedById: account.id };
  const name = storableText(upload.fileName, 100);
  const { id } = await storeFile(db, services.files, now, { ...about, name, mediaType, content });
  return { fileId: id, file: addressOfPicture(id) };
}

async function add(ctx: Ctx, input: Input<Calls['add']>) {
  const { db, now, account } = ctx;
  requireProvider(account);
  await checkCompanies(ctx, input.companyIds);
  await checkPictures(ctx, input);
  const [id, at] = [newId(), now().toISOString()];
  const stamp = { createdAt: at, updatedAt: at, updatedById: account.id };
  const made = await db
    .insert(apps)
    .values({ ...input, id, companyId: account.companyId, state: 'DRAFT', ...stamp })
    .onConflictDoNothing()
    .returning({ id: apps.id });
  if (made.length === 0) throw wrongField('packageId', 'APP_PACKAGE_ID_TAKEN');
  return await readApp(ctx, id);
}

async function update(ctx: Ctx, { id, revision, ...fields }: Input<Calls['update']>) {
  const row = await findToChange(ctx, { id, revision });
  const state = stateAfter(row.state, 'UPDATE');
  await checkCompanies(ctx, fields.companyIds);
  await checkPictures(ctx, fields);
  if (state === 'PUBLISHED' && !hasText(fields.descriptions))
    throw wrongField('descriptions', 'APP_DESCRIPTION_MISSING');
  return await change(ctx, row, { ...fields, state });
}

export const appAnswers = answer(appCalls, {
  list: async (ctx, { keyword, state, platform, category, sort, ...page }) => {
    const { db } = ctx;
    const pattern = keyword ? contains(keyword) : undefined;
    const where = and(
      readableApps(db),
      pattern
        ? or(ilike(apps.name, pattern), ilike(apps.packageId, pattern), ilike(apps.publisher, pattern))
        : undefined,
      state && state.length > 0 ? inArray(apps.state, state) : undefined,
      platform ? eq(apps.platform, platform) : undefined,
      category ? eq(apps.category, category) : undefined,
    );
    const rows = db
      .select()
      .from(apps)
      .where(where)
      .orderBy(...orderBy(sortable, sort, apps.id))
      .$dynamic();
    const { list, total } = await paginate(page, rows, counted(db, apps, where));
    return { total, list: await shown(ctx, list) };
  },

  detail: (ctx, { id }) => readApp(ctx, id),

  picture: (ctx, _input, uploads) => picture(ctx, uploads),
  add,
  update,

  publish: async (ctx, { id }) => {
    const row = await findToChange(ctx, { id });
    const state = stateAfter(row.state, 'PUBLISH');
    if (!hasText(row.descriptions)) throw wrongField('descriptions', 'APP_DESCRIPTION_MISSING');
    return await change(ctx, row, { state });
  },

  unlist: async (ctx, { id }) => {
    const row = await findToChange(ctx, { id });
    return await change(ctx, row, { state: stateAfter(row.state, 'UNLIST') });
  },

  remove: async (ctx, { id }) => {
    const row = await findToChange(ctx, { id });
    stateAfter(row.state, 'DELETE');
    await ctx.db.delete(apps).where(eq(apps.id, id));
    return {};
  },
});
