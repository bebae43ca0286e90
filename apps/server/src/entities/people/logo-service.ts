import { buffer } from 'node:stream/consumers';
import { logoStyles, type EffectiveLogo, type LogoStyle } from '@sweepline/contract';
import { eq, sql } from 'drizzle-orm';
import { asSystem } from '../../platform/db/as-system.ts';
import type { Tx } from '../../platform/db/db.ts';
import { find } from '../../platform/db/page.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import type { FileStore, StoredFile } from '../../platform/files/files.ts';
import { companies } from './company-table.ts';
import { logos, type LogoRow } from './logo-table.ts';

/** The logos at the top of a mail. */
export const mailLogos = ['MENU', 'REPORT'] as const;

/** A picture as part of a document. */
interface EmbeddedPicture {
  mediaType: string;
  content: Uint8Array;
}

/** The address of a logo for browsers. */
export const addressOfLogo = ({ fileId }: Pick<LogoRow, 'fileId'>) => `file/${fileId}`;

/** The ids from the provider down to a company that the transaction sees. */
const pathOf = (companyId: string) =>
  sql`(select string_to_array(trim(trailing '/' from ${companies.path}), '/') from ${companies} where ${companies.id} = ${companyId})::uuid[]`;

/** The logos of a company and of those above it, its own first. */
const logosInPath = (db: Tx, companyId: string): Promise<LogoRow[]> =>
  db
    .select()
    .from(logos)
    .where(sql`${logos.companyId} = any(${pathOf(companyId)})`)
    .orderBy(sql`array_position(${pathOf(companyId)}, ${logos.companyId}) desc`);

/** The logos in force for a company, one entry for each style. */
export async function effectiveLogos(db: Tx, companyId: string): Promise<EffectiveLogo[]> {
  const rows = await logosInPath(db, companyId);
  return logoStyles.map((style) => {
    const row = rows.find((candidate) => candidate.style === style);
    if (!row) return { style, origin: 'NONE', file: null };
    return { style, origin: row.companyId === companyId ? 'OWN' : 'ABOVE', file: addressOfLogo(row) };
  });
}

/** The logos above the menu of a company's accounts. */
export async function menuImages(db: Tx, companyId: string) {
  const rows = await effectiveLogos(db, companyId);
  const imageOf = (style: LogoStyle) => {
    const file = rows.find((row) => row.style === style)?.file;
    return file ? { imgUrl: file } : null;
  };
  return { menu: imageOf('MENU'), menuSmall: imageOf('MENU_SMALL') };
}

/** A logo may belong to a company above, whose files the transaction does not see. */
const fileOf = (db: Tx, { fileId }: LogoRow): Promise<StoredFile> =>
  asSystem(db, (all) => find(all, storedFiles, fileId));

/** The file of a logo of this id that the transaction reads, of its companies or of one above them. */
export async function logoFile(db: Tx, fileId: string): Promise<StoredFile | undefined> {
  const [row] = await db.select().from(logos).where(eq(logos.fileId, fileId)).limit(1);
  return row && (await fileOf(db, row));
}

/**
 * The file of the logo in force for a company. Of the company nearest to it that has one of these styles, it is the first of them.
 */
export async function findLogo(
  db: Tx,
  companyId: string,
  styles: readonly LogoStyle[],
): Promise<StoredFile | undefined> {
  const rows = await logosInPath(db, companyId);
  const nearest = rows.find(({ style }) => styles.includes(style))?.companyId;
  const ofNearest = rows.filter((row) => row.companyId === nearest);
  const row = styles.flatMap((style) => ofNearest.find((candidate) => candidate.style === style) ?? [])[0];
  return row && (await fileOf(db, row));
}

/** That logo with its content, for a document or a mail; undefined without one, or if its content cannot be read. */
export async function readLogo(
  db: Tx,
  files: FileStore,
  companyId: string,
  styles: readonly LogoStyle[],
): Promise<EmbeddedPicture | undefined> {
  const file = await findLogo(db, companyId, styles);
  const content = file && (await buffer(files.open(file.sha256)).catch(() => undefined));
  return content && { mediaType: file.mediaType, content };
}
