import { storableText, type pictureLimits } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { storeFile } from '../../platform/files/files.ts';
import { bytesOf, type Upload } from '../../platform/calls/input.ts';
import type { CompanyRow } from '../../entities/people/company-service.ts';

const kind = 'MENU_IMAGE';
const address = 'file/';

/**
 * The first and last bytes of each image type, in hexadecimal. The file name and the media type of the browser are not
 * trusted. A PNG starts with its signature and a header chunk of thirteen bytes and ends with its last chunk. A GIF
 * ends with a semicolon, a JPEG with its end marker.
 */
const signatures: { mediaType: (typeof pictureLimits.mediaTypes)[number]; form: RegExp }[] = [
  { mediaType: 'image/gif', form: /^474946383[79]61[0-9a-f]+…[0-9a-f]*3b$/ },
  {
    mediaType: 'image/png',
    form: /^89504e470d0a1a0a0000000d49484452[0-9a-f]+…[0-9a-f]*0000000049454e44ae426082$/,
  },
  { mediaType: 'image/jpeg', form: /^ffd8ff[c-f][0-9a-e][0-9a-f]+…[0-9a-f]*ffd9$/ },
];

/** The media type of an image by its bytes. Other content is refused. */
function pictureType(bytes: Buffer): string {
  const ends = `${bytes.subarray(0, 32).toString('hex')}…${bytes.subarray(-16).toString('hex')}`;
  const signature = signatures.find(({ form }) => form.test(ends));
  if (!signature) throw new Refusal('fileFormat');
  return signature.mediaType;
}

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
  const content = await bytesOf(picture.content);
  const mediaType = pictureType(content);
  const file = {
    companyId: company.id,
    kind,
    name: storableText(picture.fileName, 100),
    mediaType,
    content,
  };
  const { id } = await storeFile(db, services.files, now, file);
  return `${address}${id}`;
}
