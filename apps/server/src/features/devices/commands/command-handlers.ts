import { commandCalls } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { fromChanged } from '../../../platform/calls/recoveries.ts';
import { checkExportPeriod } from '../../../platform/documents/export-period.ts';
import { commands } from '../../../entities/devices/command-table.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { exportCommands } from './command-export.ts';
import { commandFigures } from './command-figures.ts';
import { commandRows, userCommands, listCommands, rowOf } from './command-list.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';

/** A command in the caller's scope, else a refusal. */
async function findCommand(db: Tx, id: string) {
  const [row] = await db
    .select()
    .from(commands)
    .where(and(userCommands(db), eq(commands.id, id)));
  if (!row) throw new Refusal('notFound');
  return row;
}

export const commandAnswers = ({ robots }: { robots: Robots }) =>
  answer(commandCalls, {
    list: ({ db }, input) => listCommands(db, input),

    detail: async ({ db }, { id }) => {
      const { params, result } = await findCommand(db, id);
      const [row] = await commandRows(db).where(and(userCommands(db), eq(commands.id, id)));
      if (!row) throw new Refusal('notFound');
      return { ...row.command, ...rowOf(row), params, result };
    },

    figures: ({ db, now }, { timezone }) => commandFigures(db, now(), timezone),

    export: async (ctx, input) => {
      checkExportPeriod(input);
      return exportCommands(ctx, input);
    },

    cancel: withoutTransaction(
      async (ctx, { id }) => {
        await inShortTransaction(ctx, (db) => findCommand(db, id));
        return await withCallRefusals(robots.commands.cancel(id, ctx.account.username));
      },
      fromChanged(commands, (ctx, { id }) => inShortTransaction(ctx, (db) => findCommand(db, id))),
    ),
  });
