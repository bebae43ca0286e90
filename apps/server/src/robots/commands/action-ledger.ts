import { and, eq, inArray } from 'drizzle-orm';
import { commands } from '../../entities/devices/command-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import { openCommandStates, type CommandRow } from './command-rules.ts';
import { newRow, nextLaneSeq } from './command-rows.ts';
import { publishCommand } from './open-commands.ts';
import type { Log } from '../gateway-options.ts';
import type { Session } from '../sessions/session.ts';
import type { ActionInput } from '../../robots-port/robots.ts';

interface ActionLedgerDeps {
  db: Db;
  now: Clock;
  bus: Bus;
  log: Log;
}

const maxQueued = 10_000;

/**
 * VDA actions of users are stored in the same table as commands: wake, sleep, set a position. The caller reports their
 * progress. Open actions end with the process.
 */
export function createActionLedger({ db, now, bus, log }: ActionLedgerDeps) {
  let writing: Promise<unknown> = Promise.resolve();
  const at = () => now().toISOString();

  const changes = createWriteBehind<{ row: CommandRow; patch: Partial<CommandRow> }>({
    name: 'actions',
    db,
    log,
    maxQueued,
    maxBatch: 1,
    flushMs: 0,
    write: async (tx, writes) => {
      for (const { row, patch } of writes) {
        const isOpen = inArray(commands.status, [...openCommandStates]);
        await tx
          .update(commands)
          .set(patch)
          .where(and(eq(commands.id, row.id), isOpen));
        tx.afterCommit(() => publishCommand(bus, { ...row, ...patch }));
      }
    },
  });

  const change = (row: CommandRow, patch: Partial<CommandRow>): CommandRow => {
    changes.add({ row, patch });
    return { ...row, ...patch };
  };

  return {
    /** Stores the action as sent. */
    begin: (
      { device }: Session,
      { by, reason = '' }: ActionInput,
      type: string,
      params: Record<string, unknown>,
      timeoutMs: number,
    ): Promise<CommandRow> => {
      const { deviceId, companyId } = device;
      const inserted = writing.then(() =>
        inScope(db, '*', async (tx) => {
          const numbers = { lane: 'ACTION', laneSeq: await nextLaneSeq(tx, deviceId, 'ACTION') } as const;
          const times = { class: 'ACTION', ttlMs: timeoutMs, timeoutMs } as const;
          const fields = { companyId, deviceId, type, params, by, reason, ...numbers, ...times };
          const sent = { status: 'SENT', attempts: 1, sentAt: at(), lastSentAt: at() } as const;
          const row = { ...newRow(fields, now().getTime()), ...sent };
          await tx.insert(commands).values(row);
          return row;
        }),
      );
      writing = inserted.catch(() => {});
      return inserted.then((row) => {
        publishCommand(bus, row);
        return row;
      });
    },
    again: (row: CommandRow) => change(row, { attempts: row.attempts + 1, lastSentAt: at() }),
    accepted: (row: CommandRow) => change(row, { status: 'ACCEPTED', repliedAt: at(), acceptedAt: at() }),
    succeeded: (row: CommandRow, result?: Record<string, unknown>) =>
      change(row, {
        status: 'SUCCEEDED',
        endedAt: at(),
        repliedAt: row.repliedAt ?? at(),
        acceptedAt: row.acceptedAt ?? at(),
        ...(result && { result }),
      }),
    failed: (
      row: CommandRow,
      { status = 'FAILED', ...details }: Pick<CommandRow, 'code'> & Partial<CommandRow>,
    ): CommandRow => change(row, { status, endedAt: at(), ...details }),
    /** An action that another process left open can no longer be completed. */
    load: (shards: readonly number[]) =>
      inScope(db, '*', (tx) =>
        tx
          .update(commands)
          .set({ status: 'FAILED', code: 'INTERRUPTED', endedAt: at() })
          .where(
            and(
              eq(commands.class, 'ACTION'),
              inArray(commands.status, [...openCommandStates]),
              inShards(commands.deviceId, shards),
            ),
          ),
      ),
    flush: async (): Promise<void> => {
      await writing;
      await changes.flush();
    },
  };
}
export type ActionLedger = ReturnType<typeof createActionLedger>;
