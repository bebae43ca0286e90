import type { SQL } from 'drizzle-orm';
import { and } from 'drizzle-orm';
import { aiImages } from '../../../entities/ai/ai-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';

/** Deletes pictures with their labels and files. The bytes follow with `files.clean`. Returns how many. */
export async function removeImages(db: Tx, where: SQL | undefined): Promise<number> {
  const gone = await db
    .delete(aiImages)
    .where(and(where, visible(db, aiImages)))
    .returning({ fileId: aiImages.fileId });
  const ids = gone.map(({ fileId }) => fileId);
  if (ids.length > 0) await db.delete(storedFiles).where(inValues(storedFiles.id, ids));
  return gone.length;
}
