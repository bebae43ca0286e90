import { Readable } from 'node:stream';
import { roundTripMs, type CommandRow } from '@sweepline/contract';
import { and, asc, sql } from 'drizzle-orm';
import type { BytesAnswer } from '../../platform/http/bytes.ts';
import { csvLine, csvMark } from '../../platform/documents/csv.ts';
import type { Ctx } from '../../platform/calls/ctx.ts';
import { inScope } from '../../platform/db/db.ts';
import { commands } from '../../entities/devices/command-table.ts';
import { commandFilter, commandRows, rowOf, type CommandFilters } from './command-list.ts';

const batch = 500;

const columns: Record<string, (row: CommandRow) => string | number | null> = {
  id: ({ id }) => id,
  givenAt: ({ createdAt }) => createdAt,
  device: ({ device }) => device?.nickname ?? null,
  sn: ({ device }) => device?.sn ?? null,
  company: ({ companyName }) => companyName,
  command: ({ type }) => type,
  by: ({ by }) => by,
  reason: ({ reason }) => reason,
  state: ({ status }) => status,
  code: ({ code }) => code,
  message: ({ message }) => message,
  attempts: ({ attempts }) => attempts,
  sentAt: ({ sentAt }) => sentAt,
  repliedAt: ({ repliedAt }) => repliedAt,
  roundTripMs,
  endedAt: ({ endedAt }) => endedAt,
  canceledBy: ({ canceledBy }) => canceledBy,
  late: ({ late }) => (late ? 'late' : ''),
};

/** Reads each batch in its own transaction, so that a slow download keeps no transaction open. */
async function* lines({ services, account }: Ctx, filters: CommandFilters) {
  yield csvMark + csvLine(Object.keys(columns));
  let after: CommandRow | undefined;
  for (;;) {
    const afterCursor: ReturnType<typeof sql> | undefined =
      after && sql`(${commands.createdAt}, ${commands.id}) > (${after.createdAt}, ${after.id}::uuid)`;
    const rows = await inScope(
      services.db,
      account.scope,
      (db) =>
        commandRows(db)
          .where(and(commandFilter(db, filters), afterCursor))
          .orderBy(asc(commands.createdAt), asc(commands.id))
          .limit(batch),
      { readOnly: true },
    );
    for (const row of rows) yield csvLine(Object.values(columns).map((read) => read(rowOf(row))));
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = rowOf(last);
  }
}

/** The filtered commands as CSV, oldest first, streamed. */
export const exportCommands = (ctx: Ctx, filters: CommandFilters): BytesAnswer => ({
  mediaType: 'text/csv; charset=utf-8',
  fileName: 'commands.csv',
  open: () => Readable.from(lines(ctx, filters)),
});
