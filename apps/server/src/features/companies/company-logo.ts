import { storableText, type pictureLimits } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { storeFile } from '../../platform/files/files.ts';
import { bytesOf, type Upload } from '../../platform/calls/input.ts';
import type { CompanyRow } from './company-service.ts';

const kind = 'MENU_IMAGE';
const address = 'file/';

/**
 * How the bytes of each kind of picture begin and end, in hexadecimal; a name, and what the browser says of it, prove nothing.
 * A PNG begins with its signature and a header chunk of thirteen bytes and ends with its last chunk, a GIF ends with a semicolon,
 * a JPEG with its end marker.
 */
const forms: { mediaType: (typeof pictureLimits.mediaTypes)[number]; form: RegExp }[] = [
  { mediaType: 'image/gif', form: /^474946383[79]61[0-9a-f]+…[0-9a-f]*3b$/ },
  {
    mediaType: 'image/png',
    form: /^89504e470d0a1a0a0000000d49484452[0-9a-f]+…[0-9a-f]*0000000049454e44ae426082$/,
  },
  { mediaType: 'image/jpeg', form: /^ffd8ff[c-f][0-9a-e][0-9a-f]+…[0-9a-f]*ffd9$/ },
];

/** What kind of picture these bytes are; anything else is refused. */
function pictureType(bytes: Buffer): string {
  const ends = `${bytes.subarray(0, 32).toString('hex')}…${bytes.subarray(-16).toString('hex')}`;
  const found = forms.find(({ form }) => form.test(ends));
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
