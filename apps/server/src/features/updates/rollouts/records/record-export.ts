import type { Input, OtaRecord, otaTaskCalls } from '@sweepline/contract';
import { otaTasks } from '../../../../entities/updates/ota-task-table.ts';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import { inScope } from '../../../../platform/db/db.ts';
import { find } from '../../../../platform/db/page.ts';
import { csvOfPages } from '../../../../platform/documents/csv-pages.ts';
import type { BytesAnswer } from '../../../../platform/http/bytes.ts';
import { listRecords } from './record-read.ts';

const columns: Record<string, (record: OtaRecord) => string | number | null> = {
  id: ({ id }) => id,
  device: ({ device }) => device.nickname,
  sn: ({ device }) => device.sn,
  model: ({ device }) => device.model,
  company: ({ companyName }) => companyName,
  site: ({ siteName }) => siteName,
  stage: ({ stage }) => stage + 1,
  package: ({ pkgType }) => pkgType,
  fromVersion: ({ fromVersion }) => fromVersion,
  toVersion: ({ toVersion }) => toVersion,
  state: ({ state }) => state,
  phase: ({ phase }) => phase,
  code: ({ code }) => code,
  attempt: ({ attempt }) => attempt,
  waitsFor: ({ waits }) => waits.map((wait) => wait.for).join(' '),
  postponedUntil: ({ postponedUntil }) => postponedUntil,
  startedAt: ({ startedAt }) => startedAt,
  endedAt: ({ endedAt }) => endedAt,
};

/** The records of a task as CSV, streamed. */
export async function exportRecords(
  { db, services, account, now }: Ctx,
  filters: Input<typeof otaTaskCalls.exportRecords>,
): Promise<BytesAnswer> {
  await find(db, otaTasks, filters.taskId);
  return csvOfPages({
    fileName: 'rollout.csv',
    columns,
    read: (page) =>
      inScope(services.db, account.scope, (tx) => listRecords({ db: tx, now }, { ...filters, ...page }), {
        readOnly: true,
        home: account.companyId,
        isBulk: true,
      }),
  });
}
