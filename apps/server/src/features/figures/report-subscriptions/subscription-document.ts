import { canonicalJson } from '@sweepline/contract/robot';
import type { Db, Scope } from '../../../platform/db/db.ts';
import { inScope } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { Reader } from '../../../platform/documents/reader-format.ts';
import { gatherPeriod, makeDocument } from '../../work/reports/documents/report-document-service.ts';
import { notePrint } from '../../work/reports/report-print-service.ts';
import type { reportSubscriptions } from './subscription-table.ts';

interface DocumentDeps {
  db: Db;
  files: FileStore;
  now: () => Date;
  /** The console's address, for the code on the page. */
  base: string;
}

interface DocumentRequest {
  row: typeof reportSubscriptions.$inferSelect;
  days: { from: string; to: string };
  reader: Reader;
  /** Scope of the account that last saved the subscription. */
  reach: Scope;
}

export interface Attachment {
  name: string;
  mediaType: string;
  content: Uint8Array;
}

/** Few documents differ per pass, and one may have megabytes. */
const maxCached = 12;

/**
 * Cache of documents for one pass over the due deliveries. Readers with the same language and units share one document. A failed
 * document is tried again for the next reader.
 */
export function createDocumentCache(deps: DocumentDeps) {
  const documents = new Map<string, Attachment>();
  return async (request: DocumentRequest): Promise<Attachment | undefined> => {
    const { row, days, reader, reach } = request;
    const filters = filtersOf(row, days);
    const key = canonicalJson({ companyId: row.companyId, filters, reader, reach });
    const cached = documents.get(key);
    if (cached) return cached;
    const created = await documentOf(deps, request, filters);
    const [oldest] = documents.keys();
    if (documents.size >= maxCached && oldest !== undefined) documents.delete(oldest);
    if (created) documents.set(key, created);
    return created;
  };
}

const filtersOf = (row: DocumentRequest['row'], days: DocumentRequest['days']) => ({
  ...days,
  days,
  companyId: row.onlyCompanyId ?? undefined,
  siteId: row.siteId ?? undefined,
  ...(row.deviceIds.length > 0 && { deviceIds: row.deviceIds }),
});

/** The document of the period in the reader's language and units. Undefined if it fails: the letter is sent without it. */
async function documentOf(
  { db, files, now, base }: DocumentDeps,
  { row, days, reader, reach }: DocumentRequest,
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
  // A letter may go to an address without an account: it names no person.
  const rows = order.rows.map((report) => ({ ...report, by: '' }));
  const content = await makeDocument(files, { ...order, rows }).catch(() => undefined);
  const name = `reports-${days.from}-${days.to}.pdf`;
  return content && { name, mediaType: 'application/pdf', content };
}
