import type { Db, Scope } from '../../platform/db/db.ts';
import { inScope } from '../../platform/db/db.ts';
import { canonicalJson } from '../../platform/documents/canonical-json.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Reader } from '../../platform/documents/reader-format.ts';
import { gatherPeriod, makeDocument } from '../task-reports/documents/report-document-service.ts';
import { notePrint } from '../task-reports/report-print-service.ts';
import { momentsOf } from './subscription-figures.ts';
import type { reportSubscriptions } from './subscription-table.ts';

interface Needs {
  db: Db;
  files: FileStore;
  now: () => Date;
  /** The console's address, for the code on the page. */
  base: string;
}

interface Wish {
  row: typeof reportSubscriptions.$inferSelect;
  days: { from: string; to: string };
  reader: Reader;
  /** What the account that set it up may see. */
  reach: Scope;
}

export interface Attachment {
  name: string;
  mediaType: string;
  content: Uint8Array;
}

/** A pass has few kinds of readers at a time; a document may be megabytes. */
const maxCached = 12;

/**
 * The documents of one pass over what is due, which tries its readers one after the other. A hundred readers of the same language
 * and units get one document, made once; one that could not be made is tried again for the next reader.
 */
export function documentsOnce(needs: Needs) {
  const kept = new Map<string, Attachment>();
  return async (wish: Wish): Promise<Attachment | undefined> => {
    const { row, days, reader, reach } = wish;
    const filters = filtersOf(row, days);
    const key = canonicalJson({ companyId: row.companyId, filters, reader, reach });
    const known = kept.get(key);
    if (known) return known;
    const made = await documentOf(needs, wish, filters);
    const [oldest] = kept.keys();
    if (kept.size >= maxCached && oldest !== undefined) kept.delete(oldest);
    if (made) kept.set(key, made);
    return made;
  };
}

const filtersOf = (row: Wish['row'], days: Wish['days']) => ({
  ...momentsOf(row, days),
  ...{ companyId: row.onlyCompanyId ?? undefined, siteId: row.siteId ?? undefined },
  ...(row.deviceIds.length > 0 && { deviceIds: row.deviceIds }),
});

/** The document of the period as its reader reads it; undefined when none could be made: the figures go out without it. */
async function documentOf(
  { db, files, now, base }: Needs,
  { row, days, reader, reach }: Wish,
  filters: ReturnType<typeof filtersOf>,
): Promise<Attachment | undefined> {
  const { companyId } = row;
  const order = await inScope(
    db,
    reach,
    (tx) => gatherPeriod(tx, { files, now }, { filters, reader, origin: base, companyId }),
    { readOnly: true },
  );
  await notePrint(db, { companyId, scope: reach, filters }, order);
  const content = await makeDocument(files, order).catch(() => undefined);
  const name = `reports-${days.from}-${days.to}.pdf`;
  return content && { name, mediaType: 'application/pdf', content };
}
