import { topics } from '@sweepline/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { commands } from '../../entities/devices/command-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import type { Log } from '../gateway-options.ts';
import type { RobotOwnership } from '../identity/registry.ts';
import { isFinalCommand, openCommandStates, type CommandRow } from './command-rules.ts';
import { openCommands } from './command-rows.ts';

/** Publishes a command's new status to pages. Commands of the server itself are not published. */
export function publishCommand(bus: Bus, { id, deviceId, companyId, status, by }: CommandRow): void {
  if (by !== '') bus.publish(topics.commands, { changes: [{ id, deviceId, status }] }, { companyId });
}

interface OpenCommandDeps extends RobotOwnership {
  db: Db;
  bus: Bus;
  log: Log;
}

/** The commands that are not final, by id, in the order of creation. Their changes are written behind. */
export function createOpenCommands({ db, bus, log, owns }: OpenCommandDeps) {
  const open = new Map<string, CommandRow>();
  const waiters = new Map<string, (row: CommandRow) => void>();
  const listeners = new Set<(row: CommandRow) => void>();
  // One change per transaction: a page must not see a later status before an earlier one.
  const changes = createWriteBehind<{ row: CommandRow; patch: Partial<CommandRow> }>({
    name: 'commands',
    db,
    log,
    maxQueued: 10_000,
    maxBatch: 1,
    flushMs: 0,
    write: async (tx, batch) => {
      for (const { row, patch } of batch) {
        // A command that ended or was canceled meanwhile stays final, and its former status is not published.
        const isChanged = await changeIn(tx, row, patch, openCommandStates);
        if (isChanged || isFinalCommand(row.status)) tx.afterCommit(() => publishCommand(bus, row));
      }
    },
  });

  const update = (row: CommandRow): void => {
    if (!isFinalCommand(row.status)) return void open.set(row.id, row);
    open.delete(row.id);
    waiters.get(row.id)?.(row);
    waiters.delete(row.id);
    for (const listener of listeners) listener(row);
  };

  return {
    get: (id: string): CommandRow | undefined => open.get(id),
    values: (): Iterable<CommandRow> => open.values(),
    /** Takes on a row that is stored already. An end reaches the waiters and listeners. */
    update,
    /** Changes a command here at once and in the database soon. */
    change: (row: CommandRow, patch: Partial<CommandRow>): CommandRow => {
      const next = { ...row, ...patch };
      if (!owns(row.deviceId)) return next;
      update(next);
      changes.add({ row: next, patch });
      return next;
    },
    /** Resolves with the ended command, or after `withinMs` with the command as it then is. */
    untilEnd: (row: CommandRow, withinMs: number): Promise<CommandRow> =>
      new Promise((done) => {
        const timer = setTimeout(() => {
          waiters.delete(row.id);
          done(open.get(row.id) ?? row);
        }, withinMs);
        waiters.set(row.id, (ended) => {
          clearTimeout(timer);
          done(ended);
        });
      }),
    onEnd: (listener: (row: CommandRow) => void): void => void listeners.add(listener),
    load: async (shards: readonly number[]): Promise<void> => {
      const ofShards = inShards(commands.deviceId, shards);
      const rows = await inScope(db, '*', (tx) => openCommands(tx, ofShards), { readOnly: true });
      for (const row of rows) open.set(row.id, row);
    },
    /** Leaves the commands of a device to another server. */
    forget: (deviceId: string): void => {
      for (const row of [...open.values()]) if (row.deviceId === deviceId) open.delete(row.id);
    },
    flush: changes.flush,
  };
}

/** Changes a command of this device and company; false if no row changed. */
export async function changeIn(
  tx: Tx,
  { id, deviceId, companyId }: CommandRow,
  patch: Partial<CommandRow>,
  only?: readonly CommandRow['status'][],
): Promise<boolean> {
  const { id: _, ...columns } = patch;
  const own = and(eq(commands.id, id), eq(commands.deviceId, deviceId), eq(commands.companyId, companyId));
  const changed = await tx
    .update(commands)
    .set(columns)
    .where(and(own, only && inArray(commands.status, [...only])))
    .returning({ id: commands.id });
  return changed.length > 0;
}
