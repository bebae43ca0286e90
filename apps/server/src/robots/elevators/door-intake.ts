import { topics } from '@sweepline/contract';
import type { ModuleDoorState } from '@sweepline/contract/robot';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { accessDoors, doorRecords } from '../../entities/places/access-door-table.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { ModuleRegistration } from './module-registry.ts';

interface Deps {
  db: Db;
  bus: Bus;
  now: Clock;
}

/** Ends the requests that this state fulfils. */
async function settleRecords(
  tx: Tx,
  doorId: string,
  door: ModuleDoorState['door'],
  at: string,
): Promise<void> {
  const ofDoor = eq(doorRecords.doorId, doorId);
  if (door === 'OPEN')
    await tx
      .update(doorRecords)
      .set({ openedAt: at, outcome: 'DONE' })
      .where(and(ofDoor, eq(doorRecords.act, 'OPEN'), isNull(doorRecords.outcome)));
  if (door !== 'CLOSED') return;
  await tx
    .update(doorRecords)
    .set({ closedAt: at })
    .where(and(ofDoor, isNotNull(doorRecords.openedAt), isNull(doorRecords.closedAt)));
  await tx
    .update(doorRecords)
    .set({ closedAt: at, outcome: 'DONE' })
    .where(and(ofDoor, eq(doorRecords.act, 'CLOSE'), isNull(doorRecords.outcome)));
}

/** Stores what modules say about doors. */
export function createDoorIntake({ db, bus, now }: Deps, unknownDoor: (doorId: string) => Error) {
  /** The last state of each door. */
  const states = new Map<string, { bootId: string; seq: number; content: string }>();

  return {
    receive: async (module: ModuleRegistration, state: ModuleDoorState): Promise<void> => {
      const { bootId, seq, doorId: number, door, fault } = state;
      const found = module.doors.find((it) => it.number === number);
      if (!found) throw unknownDoor(number);
      const last = states.get(found.id);
      // A broker may deliver a message twice, or an earlier one later.
      if (last?.bootId === bootId && seq <= last.seq) return;
      const content = JSON.stringify([door, fault]);
      states.set(found.id, { bootId, seq, content });
      if (last?.content === content) return;
      const at = now().toISOString();
      try {
        await inScope(db, '*', async (tx) => {
          await tx
            .update(accessDoors)
            .set({ state: door, fault, changedAt: at })
            .where(eq(accessDoors.id, found.id));
          await settleRecords(tx, found.id, door, at);
        });
      } catch (error) {
        // Else the same state would not be stored until it changes.
        states.delete(found.id);
        throw error;
      }
      bus.publish(topics.accessDoors, { changes: [{ id: found.id }] }, { companyId: module.companyId });
    },
  };
}
