import type { Relocation } from '@sweepline/contract';
import type { XTelemetry } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { relocations } from '../../entities/devices/relocation-table.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import type { GatewayTiming, Log } from '../gateway-options.ts';
import { applyRelocation } from '../sessions/live-faults.ts';
import type { Session } from '../sessions/session.ts';

interface RegistryDeps {
  db: Db;
  now: Clock;
  log: Log;
  timing: GatewayTiming;
  sessionOf(deviceId: string): Session | undefined;
  /** Called after the end of the mode in a live state changed. */
  changed(session: Session): void;
}

type Row = typeof relocations.$inferSelect;

interface Entered {
  row: Row;
  /** The robot has reported the mode itself. */
  echoed: boolean;
  /** A pose is being confirmed; the robot may leave the mode before the outcome arrives. */
  setting: boolean;
  bootId: string | undefined;
}

const relocationWrites = ({ db, log }: RegistryDeps) =>
  createWriteBehind<Row>({
    name: 'relocations',
    db,
    log,
    flushMs: 0,
    write: async (tx, rows) => {
      for (const row of rows) {
        const { id: _, ...columns } = row;
        await tx
          .insert(relocations)
          .values(row)
          .onConflictDoUpdate({ target: relocations.deviceId, set: columns });
      }
    },
  });

/** The devices in relocation (docs/protocol/maps.md#relocation). Memory decides, the row follows. */
export function createRelocationRegistry(deps: RegistryDeps) {
  const { db, now, timing, sessionOf } = deps;
  const entered = new Map<string, Entered>();
  const bootIds = new Map<string, string>();
  const writes = relocationWrites(deps);

  const show = (session: Session | undefined, endsAt: string | null) => {
    if (!session) return;
    applyRelocation(session, endsAt);
    deps.changed(session);
  };

  const leave = (deviceId: string, exitReason: NonNullable<Relocation['exitReason']>) => {
    const current = entered.get(deviceId);
    if (!current) return;
    entered.delete(deviceId);
    const session = sessionOf(deviceId);
    show(session, null);
    // A deleted device took its row with it.
    if (session) writes.add({ ...current.row, state: 'EXITED', exitedAt: now().toISOString(), exitReason });
  };

  return {
    of: (deviceId: string): Entered | undefined => entered.get(deviceId),

    enter: (session: Session, mapId: string, by: string): void => {
      const { deviceId, companyId } = session.device;
      const atMs = now().getTime();
      const row: Row = {
        id: newId(),
        companyId,
        deviceId,
        state: 'ENTERED',
        mapId,
        enteredAt: new Date(atMs).toISOString(),
        enteredBy: by,
        endsAt: new Date(atMs + timing.relocationMs).toISOString(),
        exitedAt: null,
        exitReason: null,
      };
      entered.set(deviceId, { row, echoed: false, setting: false, bootId: bootIds.get(deviceId) });
      writes.add(row);
      show(session, row.endsAt);
    },
    leave,

    /** Handles telemetry: a reboot, or the robot left the mode by itself. */
    telemetry({ device: { deviceId } }: Session, { bootId, relocating }: XTelemetry): void {
      if (bootId !== undefined) bootIds.set(deviceId, bootId);
      const it = entered.get(deviceId);
      if (!it) return;
      if (bootId !== undefined && it.bootId !== undefined && bootId !== it.bootId)
        leave(deviceId, 'REBOOTED');
      else if (relocating) it.echoed = true;
      else if (it.echoed && !it.setting) leave(deviceId, 'DEVICE');
      it.bootId ??= bootId;
    },

    /** Ends the relocations whose time is over. Returns their devices. */
    endTimedOut(nowMs: number): string[] {
      const over = [...entered.values()].filter(
        ({ row, setting }) => !setting && nowMs >= Date.parse(row.endsAt),
      );
      const deviceIds = over.map(({ row }) => row.deviceId);
      for (const deviceId of deviceIds) leave(deviceId, 'TIMED_OUT');
      return deviceIds;
    },

    load: async (shards: readonly number[]): Promise<void> => {
      const isEntered = and(eq(relocations.state, 'ENTERED'), inShards(relocations.deviceId, shards));
      const rows = await inScope(db, '*', (tx) => tx.select().from(relocations).where(isEntered), {
        readOnly: true,
      });
      for (const row of rows) {
        entered.set(row.deviceId, { row, echoed: false, setting: false, bootId: undefined });
        show(sessionOf(row.deviceId), row.endsAt);
      }
    },
    /** Leaves the device to another server. */
    forget: (deviceId: string): void => {
      entered.delete(deviceId);
      bootIds.delete(deviceId);
    },
    flush: writes.flush,
  };
}
