import { buffer } from 'node:stream/consumers';
import { pictureLimits, storableText, type LogoCut, type LogoStyle } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { logoFiles, logoPictures, logos, type LogoRow } from './logo-table.ts';
import { Refusal, wrongField, type Ctx } from '../../platform/calls/ctx.ts';
import { bytesOf, type Upload } from '../../platform/calls/input.ts';
import type { Tx } from '../../platform/db/db.ts';
import { find } from '../../platform/db/page.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { storeFile, type FileStore, type StoredFile } from '../../platform/files/files.ts';
import { encodeAgain } from '../../platform/files/picture.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { cutLogo } from './logo-cut.ts';

interface CutOrder {
  companyId: string;
  style: LogoStyle;
  picture: StoredFile;
  cut: LogoCut;
}

/** What storing a logo needs of a call, or of the builder of the demo world. */
interface LogoStore {
  db: Tx;
  now: Clock;
  services: { files: FileStore };
  account: { username: string };
}

/** Stores an uploaded picture, encoded again, to cut logos from. */
export async function storePicture({ db, services, now, account }: Ctx, companyId: string, picture: Upload) {
  const { content, mediaType, width, height } = await encodeAgain(await bytesOf(picture.content), {
    side: pictureLimits.side,
    tooLong: (size) => wrongField('picture', 'PICTURE_SIZE', { ...size, max: pictureLimits.side }),
  });
  const name = storableText(picture.fileName, 100);
  const file = { companyId, kind: logoPictures, name, mediaType, content, uploadedById: account.id };
  return { file: await storeFile(db, services.files, now, file), width, height };
}

/** A stored picture of the company to cut logos from. */
export async function findPicture(db: Tx, companyId: string, fileId: string): Promise<StoredFile> {
  const file = await find(db, storedFiles, fileId);
  if (file.companyId !== companyId || file.kind !== logoPictures) throw new Refusal('notFound');
  return file;
}

/** Cuts one logo and stores it in place of the company's logo of the style. The file of the former one is deleted. */
export async function storeLogo(
  { db, services, now, account }: LogoStore,
  { companyId, style, picture, cut }: CutOrder,
): Promise<LogoRow> {
  const { logo, picture: size } = await cutLogo(
    await buffer(services.files.open(picture.sha256)),
    style,
    cut,
  );
  const [before] = await db
    .select()
    .from(logos)
    .where(and(eq(logos.companyId, companyId), eq(logos.style, style)))
    .for('update');
  if (before) await db.delete(storedFiles).where(eq(storedFiles.id, before.fileId));
  const name = `logo-${style.toLowerCase().replaceAll('_', '-')}.png`;
  const { content, mediaType, width, height } = logo;
  const stored = await storeFile(db, services.files, now, {
    companyId,
    kind: logoFiles,
    name,
    mediaType,
    content,
  });
  const row = {
    companyId,
    style,
    cut,
    fileId: stored.id,
    mediaType,
    bytes: stored.bytes,
    width,
    height,
    pictureFileId: picture.id,
    pictureName: picture.name,
    pictureWidth: size.width,
    pictureHeight: size.height,
    uploadedAt: picture.createdAt,
    updatedAt: now().toISOString(),
    updatedBy: account.username,
  };
  const version = (before?.version ?? 0) + 1;
  // Of two concurrent first logos the later one replaces the earlier one.
  const [result] = await db
    .insert(logos)
    .values({ ...row, version })
    .onConflictDoUpdate({ target: [logos.companyId, logos.style], set: { ...row, version } })
    .returning();
  return result!;
}

/** Deletes the company's logo of a style with its file. */
export async function deleteLogo(db: Tx, { id, fileId }: Pick<LogoRow, 'id' | 'fileId'>): Promise<void> {
  await db.delete(logos).where(eq(logos.id, id));
  await db.delete(storedFiles).where(eq(storedFiles.id, fileId));
}
