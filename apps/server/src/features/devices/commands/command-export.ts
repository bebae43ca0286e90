import { roundTripMs, type CommandRow } from '@sweepline/contract';
import { and, asc, sql } from 'drizzle-orm';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { csvOfBatches, type CsvColumns } from '../../../platform/documents/csv-stream.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { commands } from '../../../entities/devices/command-table.ts';
import { commandFilter, commandRows, rowOf, type CommandFilters } from './command-list.ts';

const columns: CsvColumns<CommandRow> = {
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

/** The filtered commands as CSV, oldest first. */
export const exportCommands = (ctx: Ctx, filters: CommandFilters): BytesAnswer =>
  csvOfBatches<CommandRow>({
    reader: ctx,
    fileName: 'commands.csv',
    columns,
    read: async (db, last, limit) => {
      const after =
        last && sql`(${commands.createdAt}, ${commands.id}) > (${last.createdAt}, ${last.id}::uuid)`;
      const rows = await commandRows(db)
        .where(and(commandFilter(db, filters), after))
        .orderBy(asc(commands.createdAt), asc(commands.id))
        .limit(limit);
      return rows.map(rowOf);
    },
  });
