import { pictureLimits } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../platform/ctx.ts';
import { storedFiles } from '../../platform/file-table.ts';
import { storeFile } from '../../platform/files.ts';
import type { Upload } from '../../platform/input.ts';
import type { CompanyRow } from './company-service.ts';

const kind = 'MENU_IMAGE';
const address = 'file/';

/** How a picture of each kind begins and, where that is fixed, ends: a name and what the browser says of it prove nothing. */
const forms: { mediaType: (typeof pictureLimits.mediaTypes)[number]; begins: RegExp; ends?: RegExp }[] = [
  // A GIF says its size right after its version; its last byte is a semicolon.
  { mediaType: 'image/gif', begins: /^GIF8[79]a.{4}/s, ends: /;$/s },
  // The signature, then the header chunk of thirteen bytes.
  { mediaType: 'image/png', begins: /^\x89PNG\r\n\x1a\n\0\0\0\rIHDR/s, ends: /IEND\xaeB`\x82$/s },
  { mediaType: 'image/jpeg', begins: /^\xff\xd8\xff[\xc0-\xfe]/s, ends: /\xff\xd9$/s },
];

/** What kind of picture these bytes are; anything else is refused. */
export function pictureType(bytes: Buffer): string {
  const head = bytes.subarray(0, 32).toString('latin1');
  const tail = bytes.subarray(-16).toString('latin1');
  const found = forms.find(({ begins, ends }) => begins.test(head) && (!ends || ends.test(tail)));
  if (!found) throw new Refusal('fileFormat');
  return found.mediaType;
}

/** Stores a new menu logo and answers its address; the row of the old one goes, so that it can be read no more. */
export async function storeLogo(
  { db, services, now }: Ctx,
  company: CompanyRow,
  picture: Upload | undefined,
): Promise<string | null> {
  if (company.menuImage)
    await db.delete(storedFiles).where(eq(storedFiles.id, company.menuImage.slice(address.length)));
  if (!picture) return null;
  if (picture.bytes.length > pictureLimits.bytes) throw new Refusal('fileTooLarge');
  const mediaType = pictureType(picture.bytes);
  const file = {
    companyId: company.id,
    kind,
    name: picture.fileName.slice(0, 100),
    mediaType,
    content: picture.bytes,
  };
  const { id } = await storeFile(db, services.files, now, file);
  return `${address}${id}`;
}
