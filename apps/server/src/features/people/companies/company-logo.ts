import { wholePicture } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import type { CompanyRow } from '../../../entities/people/company-service.ts';
import { deleteLogo, storeLogo, storePicture } from '../../../entities/people/logo-store-service.ts';
import { logos } from '../../../entities/people/logo-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Upload } from '../../../platform/calls/input.ts';

/** Cuts the company's logo of the style MENU from a whole picture, or deletes it without one. */
export async function changeMenuLogo(
  ctx: Ctx,
  company: CompanyRow,
  picture: Upload | undefined,
): Promise<void> {
  if (picture) {
    const { file } = await storePicture(ctx, company.id, picture);
    await storeLogo(ctx, { companyId: company.id, style: 'MENU', picture: file, cut: wholePicture });
    return;
  }
  const [row] = await ctx.db
    .select()
    .from(logos)
    .where(and(eq(logos.companyId, company.id), eq(logos.style, 'MENU')));
  if (row) await deleteLogo(ctx.db, row);
}
