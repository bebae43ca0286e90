import { pictureLimits, storableText } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { storeFile } from '../../../platform/files/files.ts';
import { encodeAgain } from '../../../platform/files/picture.ts';
import { bytesOf, type Upload } from '../../../platform/calls/input.ts';
import type { CompanyRow } from '../../../entities/people/company-service.ts';

const kind = 'MENU_IMAGE';
const address = 'file/';

/**
 * Stores a new menu logo and returns its address. The row of the old logo is deleted, so that it cannot be read any
 * more.
 */
export async function storeLogo(
  { db, services, now }: Ctx,
  company: CompanyRow,
  picture: Upload | undefined,
): Promise<string | null> {
  if (company.menuImage)
    await db.delete(storedFiles).where(eq(storedFiles.id, company.menuImage.slice(address.length)));
  if (!picture) return null;
  const { content, mediaType } = await encodeAgain(await bytesOf(picture.content), {
    side: pictureLimits.side,
    tooLong: (size) => wrongField('picture', 'PICTURE_SIZE', { ...size, max: pictureLimits.side }),
  });
  const name = storableText(picture.fileName, 100);
  const file = { companyId: company.id, kind, name, mediaType, content };
  const { id } = await storeFile(db, services.files, now, file);
  return `${address}${id}`;
}
