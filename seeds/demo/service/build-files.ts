import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { accountByName } from '../../../apps/server/src/entities/people/account-service.ts';
import { formatOf } from '../../../apps/server/src/features/remote/files/managed-file-rules.ts';
import { managedFiles } from '../../../apps/server/src/features/remote/files/managed-file-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { storedFiles } from '../../../apps/server/src/platform/files/file-table.ts';
import { storeFile, type FileStore } from '../../../apps/server/src/platform/files/files.ts';

const dayMs = 86_400_000;

/** Files that people keep for their robots. Days are before now; the content is as long as `bytes`. */
const files = [
  {
    by: 'mall.admin',
    name: 'Night shift instructions.txt',
    label: 'instructions',
    remarks: 'Printed beside the chargers',
    bytes: 6_140,
    days: 3,
  },
  {
    by: 'mall.admin',
    name: 'atrium-voice-pack.zip',
    label: 'voice',
    remarks: 'Opening hours announcement, winter',
    bytes: 412_300,
    days: 21,
  },
  {
    by: 'airport.night',
    name: 'gate-c-route-notes.txt',
    label: 'instructions',
    remarks: '',
    bytes: 3_020,
    days: 9,
  },
  {
    by: 'hospital.admin',
    name: 'hygiene-log-template.csv',
    label: 'forms',
    remarks: 'For the monthly audit',
    bytes: 1_210,
    days: 40,
  },
  {
    by: 'rhein.service',
    name: 'J30-squeegee-service.txt',
    label: 'manuals',
    remarks: 'Revision 4',
    bytes: 18_950,
    days: 63,
  },
  {
    by: 'fae.weber',
    name: 'diagnostic-scripts.tar.gz',
    label: 'service',
    remarks: 'Read the notes inside first',
    bytes: 96_700,
    days: 12,
  },
] as const;

const mediaTypes: Record<string, string> = { txt: 'text/plain', csv: 'text/csv', zip: 'application/zip' };

/** Bytes that are the same at every build. */
function contentOf(name: string, bytes: number): Buffer {
  const line = Buffer.from(`${name}\n`);
  return Buffer.alloc(bytes, line);
}

/** Creates the uploaded files of the demo world. */
export async function buildFiles(db: Tx, store: FileStore, now: () => Date): Promise<void> {
  for (const { by, name, label, remarks, bytes, days } of files) {
    const match = await accountByName(db, by);
    if (!match) throw new Error(`No account ${by}`);
    const { id: uploadedById, companyId } = match.account;
    const content = contentOf(name, bytes);
    const format = formatOf(name);
    const at = new Date(now().getTime() - days * dayMs).toISOString();
    const { id: fileId } = await storeFile(db, store, () => new Date(at), {
      companyId,
      kind: 'FILE',
      name,
      mediaType: mediaTypes[format] ?? 'application/octet-stream',
      content,
    });
    const md5 = createHash('md5').update(content).digest('hex');
    await db.update(storedFiles).set({ md5 }).where(eq(storedFiles.id, fileId));
    const words = { name, format, label, remarks };
    await db
      .insert(managedFiles)
      .values({ companyId, fileId, uploadedById, ...words, createdAt: at, updatedAt: at });
  }
}
