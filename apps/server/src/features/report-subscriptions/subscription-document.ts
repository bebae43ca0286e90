import type { Db, Scope } from '../../platform/db.ts';
import { inScope } from '../../platform/db.ts';
import type { FileStore } from '../../platform/files.ts';
import type { Reader } from '../../platform/reader-format.ts';
import { gatherPeriod, makeDocument } from '../task-reports/report-document-service.ts';
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

/** The document of the period as its reader reads it; undefined when none could be made: the figures go out without it. */
export async function documentOf(
  { db, files, now, base }: Needs,
  { row, days, reader, reach }: Wish,
): Promise<Attachment | undefined> {
  const filters = {
    ...momentsOf(row, days),
    ...{ companyId: row.onlyCompanyId ?? undefined, siteId: row.siteId ?? undefined },
    ...(row.deviceIds.length > 0 && { deviceIds: row.deviceIds }),
  };
  const query = new URLSearchParams({ from: filters.from, to: filters.to });
  const address = new URL(`/dataManage/history?${query}`, base).href;
  const { companyId } = row;
  const order = await inScope(
    db,
    reach,
    (tx) => gatherPeriod(tx, { files, now }, { filters, reader, address, companyId }),
    { readOnly: true },
  );
  const content = await makeDocument(files, order).catch(() => undefined);
  const name = `reports-${days.from}-${days.to}.pdf`;
  return content && { name, mediaType: 'application/pdf', content };
}
