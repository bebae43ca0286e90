import { logoCalls, maxLogoPictures, type Input, type Logo } from '@sweepline/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { addressOfLogo, effectiveLogos } from '../../../entities/people/logo-service.ts';
import {
  deleteLogo,
  findPicture,
  storeLogo,
  storePicture,
} from '../../../entities/people/logo-store-service.ts';
import { logos, type LogoRow } from '../../../entities/people/logo-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { uploadOf } from '../../../platform/calls/input.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { checkVersion, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';

const logoRows = (db: Tx) =>
  db
    .select({ row: logos, company: { id: companies.id, name: companies.name } })
    .from(logos)
    .innerJoin(companies, eq(companies.id, logos.companyId))
    .$dynamic();

const pictureOf = ({ pictureFileId, pictureName, pictureWidth, pictureHeight }: LogoRow): Logo['picture'] =>
  pictureFileId !== null && pictureWidth !== null && pictureHeight !== null
    ? {
        file: addressOfLogo({ fileId: pictureFileId }),
        name: pictureName ?? '',
        width: pictureWidth,
        height: pictureHeight,
      }
    : null;

const toLogo = ({ row, company }: { row: LogoRow; company: Logo['company'] }): Logo => ({
  ...row,
  company,
  file: addressOfLogo(row),
  picture: pictureOf(row),
});

async function readLogos(db: Tx, ids: readonly string[]): Promise<Logo[]> {
  const rows = await logoRows(db).where(and(inArray(logos.id, [...ids]), visible(db, logos)));
  return rows.map(toLogo);
}

async function add(ctx: Ctx, { companyId, cuts }: Input<typeof logoCalls.add>) {
  const { db, account } = ctx;
  const { id } = await findCompany(db, companyId ?? account.companyId);
  if (new Set(cuts.map(({ style }) => style)).size < cuts.length) throw wrongField('cuts', 'DUPLICATE_ENTRY');
  if (new Set(cuts.map(({ fileId }) => fileId)).size > maxLogoPictures)
    throw wrongField('cuts', 'TOO_MANY_FILES', { max: maxLogoPictures });
  const stored: LogoRow[] = [];
  // One after the other: sharp uses all processors for each.
  for (const { style, fileId, cut } of cuts) {
    const picture = await findPicture(db, id, fileId);
    stored.push(await storeLogo(ctx, { companyId: id, style, picture, cut }));
  }
  return {
    list: await readLogos(
      db,
      stored.map((row) => row.id),
    ),
  };
}

async function update(ctx: Ctx, { id, version, cut }: Input<typeof logoCalls.update>) {
  const { db } = ctx;
  const row = await find(db, logos, id, { lock: true });
  checkVersion(row, version);
  const { companyId, style, pictureFileId } = row;
  if (pictureFileId === null) throw wrongField('id', 'FILE_REQUIRED');
  const picture = await findPicture(db, companyId, pictureFileId);
  await storeLogo(ctx, { companyId, style, picture, cut });
  return (await readLogos(db, [id]))[0]!;
}

export const logoAnswers = answer(logoCalls, {
  list: async ({ db }, { companyId, style, sort, ...page }) => {
    const where = and(
      visible(db, logos),
      companyId ? eq(logos.companyId, companyId) : undefined,
      style ? eq(logos.style, style) : undefined,
    );
    const order = orderBy({ uploadedAt: logos.uploadedAt }, sort ?? '-uploadedAt', logos.id);
    const rows = logoRows(db)
      .where(where)
      .orderBy(...order);
    const { list, total } = await paginate(page, rows, counted(db, logos, where));
    return { total, list: list.map(toLogo) };
  },

  effective: async ({ db, account }, { companyId }) => {
    const { id, name } = await findCompany(db, companyId ?? account.companyId);
    return { company: { id, name }, list: await effectiveLogos(db, id) };
  },

  picture: async (ctx, { companyId }, uploads) => {
    const { id } = await findCompany(ctx.db, companyId ?? ctx.account.companyId);
    const { file, width, height } = await storePicture(ctx, id, uploadOf(uploads, 'picture'));
    return { fileId: file.id, width, height };
  },

  add,

  update,

  remove: async ({ db }, { id }) => {
    await deleteLogo(db, await find(db, logos, id, { lock: true }));
    return {};
  },
});
