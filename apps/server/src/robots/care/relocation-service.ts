import { relocationScore, type Relocation } from '@sweepline/contract';
import type { XTelemetry } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { relocations } from '../../entities/devices/relocation-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { ActionLedger } from '../commands/action-ledger.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import type { CommandRow } from '../commands/command-rules.ts';
import type { CommandService } from '../commands/command-service.ts';
import type { GatewayTiming, Log } from '../gateway-options.ts';
import type { InstantActions, InstantOutcome } from '../commands/instant-actions.ts';
import { reachable } from '../commands/robot-refusal.ts';
import type { RunRegistry } from '../runs/run-registry.ts';
import type { Session } from '../sessions/session.ts';
import type { ActionInput } from '../../robots-port/robots.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';

interface RelocationDeps {
  db: Db;
  now: Clock;
  log: Log;
  timing: GatewayTiming;
  commands: CommandService;
  ledger: ActionLedger;
  instant: InstantActions;
  runRegistry: RunRegistry;
  until(session: Session, condition: () => boolean, withinMs: number): Promise<boolean>;
  sessionOf(deviceId: string): Session | undefined;
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

const entryModes = new Set(['STANDBY', 'ERROR']);
const failures: Record<Exclude<InstantOutcome, 'DONE'>, Pick<CommandRow, 'code'> & Partial<CommandRow>> = {
  FAILED: { code: 'BAD_PARAMS' },
  NOTHING: { code: 'BAD_PARAMS' },
  REFUSED: { code: 'UNSUPPORTED' },
  TIMED_OUT: { status: 'TIMED_OUT', code: 'TIMED_OUT' },
};

/**
 * Remote relocation (docs/protocol/maps.md#relocation): entering, its deadline, and the confirmed pose. Memory decides, the
 * row follows.
 */
export function createRelocationService(deps: RelocationDeps) {
  const { db, now, log, timing, commands, ledger, instant, runRegistry, until } = deps;
  const entered = new Map<string, Entered>();
  /** Devices whose entry is requested and not answered yet. */
  const entering = new Set<string>();
  const bootIds = new Map<string, string>();
  const writes = createWriteBehind<Row>({
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

  const enter = (session: Session, mapId: string, by: string) => {
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
  };

  const leave = (deviceId: string, exitReason: NonNullable<Relocation['exitReason']>) => {
    const current = entered.get(deviceId);
    if (!current) return;
    entered.delete(deviceId);
    // A deleted device took its row with it.
    if (deps.sessionOf(deviceId))
      writes.add({ ...current.row, state: 'EXITED', exitedAt: now().toISOString(), exitReason });
  };

  commands.onEnd(({ deviceId, type, status, params, by }) => {
    if (type === 'relocation.enter') entering.delete(deviceId);
    if (status !== 'SUCCEEDED') return;
    const session = deps.sessionOf(deviceId);
    if (type === 'relocation.enter' && session) enter(session, String(params['mapId']), by);
    if (type === 'relocation.exit') leave(deviceId, 'EXITED');
  });

  const refusalOfEntry = (session: Session): string => {
    const { live, state, device } = session;
    if (entered.has(device.deviceId) || entering.has(device.deviceId)) refuse('RELOCATING_ALREADY');
    if (runRegistry.of(device.deviceId)) refuse('RUN_ACTIVE');
    if (!entryModes.has(live.mode?.value.mode ?? '')) refuse('MODE_FORBIDS');
    const mapId = live.position?.value.mapId ?? state?.maps?.find((it) => it.enabled)?.mapId;
    if (mapId === undefined) return refuse('NO_POSITION');
    if (state?.maps?.length && !state.maps.some((it) => it.mapId === mapId && it.enabled))
      refuse('MAP_DIFFERS');
    return mapId;
  };

  /** The pose counts when a state after the action confirms it in time. */
  const confirm = async (session: Session, it: Entered, row: CommandRow, outcome: InstantOutcome) => {
    if (outcome !== 'DONE') return void ledger.failed(row, failures[outcome]);
    const accepted = ledger.accepted(row);
    const stateBefore = session.state;
    instant.request(session, 'stateRequest');
    const score = () => session.state?.position?.score ?? null;
    const confirmed = await until(
      session,
      () =>
        session.state !== stateBefore &&
        session.state?.position?.localized === true &&
        (score() ?? 0) >= relocationScore,
      timing.confirmPoseMs,
    );
    const result = { score: score() };
    if (!confirmed) return void ledger.failed(accepted, { code: 'RELOCATION_LOW_SCORE', result });
    ledger.succeeded(accepted, result);
    if (entered.get(it.row.deviceId) === it) leave(it.row.deviceId, 'CONFIRMED');
  };

  return {
    /** Whether the server has the device in the mode. What the robot reports is in its live state. */
    isEntered: (deviceId: string): boolean => entered.has(deviceId),

    enter: async (input: ActionInput): Promise<CommandRow> => {
      const session = reachable(deps.sessionOf(input.deviceId));
      const mapId = refusalOfEntry(session);
      // Before the first await: of two concurrent requests one is refused.
      entering.add(input.deviceId);
      try {
        return await commands.sendCommand({ ...input, type: 'relocation.enter', params: { mapId } });
      } catch (error) {
        entering.delete(input.deviceId);
        throw error;
      }
    },

    /** `theta` in radians. Returns at once; the command's status says whether the robot confirmed the pose. */
    setPose: async (input: ActionInput & { x: number; y: number; theta: number }): Promise<CommandRow> => {
      const { deviceId, x, y, theta } = input;
      const session = reachable(deps.sessionOf(deviceId));
      const it = entered.get(deviceId) ?? refuse('NOT_RELOCATING');
      if (it.setting) refuse('WRONG_STATE');
      if (!['AUTOMATIC', 'SEMIAUTOMATIC'].includes(session.state?.operatingMode ?? ''))
        refuse('MODE_FORBIDS');
      it.setting = true;
      const pose = { x, y, theta, mapId: it.row.mapId };
      const limitMs = timing.instantTimeoutMs + timing.confirmPoseMs;
      const begun = ledger.begin(session, input, 'relocation.pose', pose, limitMs);
      void begun
        .then(async (row) => {
          const action = { ...pose, lastNodeId: '' };
          await confirm(session, it, row, await instant.send(session, 'initializePosition', action));
        })
        // The caller receives the error from the same promise.
        .catch(() => {})
        .finally(() => void (it.setting = false));
      return await begun;
    },

    exit: async (input: ActionInput): Promise<CommandRow> => {
      const session = reachable(deps.sessionOf(input.deviceId), { evenFrozen: true });
      if (!entered.has(input.deviceId) && !session.live.mode?.value.relocating) refuse('NOT_RELOCATING');
      return await commands.sendCommand({ ...input, type: 'relocation.exit', params: {} });
    },

    /** Handles telemetry: a reboot, or the robot left the mode by itself. */
    telemetry({ device }: Session, { bootId, relocating }: XTelemetry): void {
      const { deviceId } = device;
      if (bootId !== undefined) bootIds.set(deviceId, bootId);
      const it = entered.get(deviceId);
      if (!it) return;
      if (bootId !== undefined && it.bootId !== undefined && bootId !== it.bootId)
        leave(deviceId, 'REBOOTED');
      else if (relocating) it.echoed = true;
      else if (it.echoed && !it.setting) leave(deviceId, 'DEVICE');
      it.bootId ??= bootId;
    },

    load: async (): Promise<void> => {
      const rows = await inScope(
        db,
        '*',
        (tx) => tx.select().from(relocations).where(eq(relocations.state, 'ENTERED')),
        { readOnly: true },
      );
      for (const row of rows)
        entered.set(row.deviceId, { row, echoed: false, setting: false, bootId: undefined });
    },
    tick(nowMs: number): void {
      for (const [deviceId, { row, setting }] of entered) {
        if (setting || nowMs < Date.parse(row.endsAt)) continue;
        leave(deviceId, 'TIMED_OUT');
        // The server is the author, so the command has no account. A robot that is away gets it when it next reports the
        // mode.
        commands.sendCommand({ deviceId, type: 'relocation.exit', params: {}, by: '' }).catch(() => {});
      }
    },
    flush: writes.flush,
  };
}
export type RelocationService = ReturnType<typeof createRelocationService>;
