import type { ShellReason, ShellState } from '@sweepline/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { xReported } from '@sweepline/contract/robot';
import { deviceDocuments } from '../../entities/devices/device-document-table.ts';
import {
  openShellStates,
  shellPieces,
  shellSessions,
  type ShellRow,
} from '../../entities/remote/shell-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import type { RecordedPiece } from './shell-recorder.ts';

interface Transition {
  state: ShellState;
  endReason?: ShellReason | null;
  endedBy?: string;
  endedAt?: string;
}
interface Opening {
  login: string;
  cols: number;
  rows: number;
  openedAt: string;
  tokenHash: string;
  tokenUntil: string;
  resumeHash: string;
}

const endOf = (openedAt: string, minutes: number) =>
  new Date(Date.parse(openedAt) + minutes * 60_000).toISOString();
const open = inArray(shellSessions.state, [...openShellStates]);

/** The stored shells, which pages of all servers read. */
export const createShellStore = (db: Db) => ({
  /** Begins an approved shell. Undefined: it is not approved any more. The name: another one has the device. */
  begin: (id: string, opening: Opening): Promise<ShellRow | { taken: string } | undefined> =>
    inScope(db, '*', async (tx) => {
      const [approved] = await tx.select().from(shellSessions).where(eq(shellSessions.id, id)).for('update');
      if (approved?.state !== 'APPROVED') return undefined;
      // Two approved shells of a device begin one after the other.
      await tx
        .select({ id: devices.id })
        .from(devices)
        .where(eq(devices.id, approved.deviceId))
        .for('update');
      const taken = await holderOf(tx, approved.deviceId);
      if (taken !== undefined) return { taken };
      const [row] = await tx
        .update(shellSessions)
        .set({ ...opening, state: 'STARTING', endsAt: endOf(opening.openedAt, approved.minutes) })
        .where(eq(shellSessions.id, id))
        .returning();
      return row;
    }),
  change: async (id: string, transition: Transition): Promise<void> => {
    await inScope(db, '*', (tx) => tx.update(shellSessions).set(transition).where(eq(shellSessions.id, id)));
  },
  record: async (
    { id, companyId }: Pick<ShellRow, 'id' | 'companyId'>,
    pieces: readonly RecordedPiece[],
    outputLength: number,
  ): Promise<void> => {
    if (pieces.length === 0) return;
    await inScope(db, '*', async (tx) => {
      await tx.insert(shellPieces).values(pieces.map((piece) => ({ ...piece, companyId, sessionId: id })));
      await tx.update(shellSessions).set({ outputLength }).where(eq(shellSessions.id, id));
    });
  },
  /** The host key that the robot reported; undefined for a robot that opens no shells. */
  hostKeyOf: (deviceId: string): Promise<string | undefined> =>
    inScope(
      db,
      '*',
      async (tx) => {
        const [row] = await tx
          .select({ document: deviceDocuments.document })
          .from(deviceDocuments)
          .where(and(eq(deviceDocuments.deviceId, deviceId), eq(deviceDocuments.kind, 'REPORTED')));
        const { streamKinds, sshHostKey } = xReported.shape;
        const isAble = streamKinds.parse(row?.document['streamKinds'])?.includes('SSH') ?? false;
        return isAble ? (sshHostKey.parse(row?.document['sshHostKey']) ?? undefined) : undefined;
      },
      { readOnly: true },
    ),
  /** Ends what another owner of these robots left open. Returns the shells that their robots are still to be asked to stop. */
  endOpen: (shards: readonly number[], endedAt: string) =>
    inScope(db, '*', async (tx) => {
      await tx
        .update(shellSessions)
        .set({ state: 'STOP_FAILED', endReason: 'RESTARTED', endedAt })
        .where(and(open, inShards(shellSessions.deviceId, shards)));
      const isUnconfirmed = and(
        eq(shellSessions.state, 'STOP_FAILED'),
        inShards(shellSessions.deviceId, shards),
      );
      const { id, deviceId, endsAt } = shellSessions;
      return await tx.select({ id, deviceId, endsAt }).from(shellSessions).where(isUnconfirmed);
    }),
});
export type ShellStore = ReturnType<typeof createShellStore>;

/** The person who has a shell on the device. */
async function holderOf(tx: Tx, deviceId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ name: shellSessions.requester })
    .from(shellSessions)
    .where(and(eq(shellSessions.deviceId, deviceId), open));
  return row?.name;
}
