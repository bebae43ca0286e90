import { relocationScore } from '@sweepline/contract';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ActionLedger } from '../commands/action-ledger.ts';
import type { CommandRow } from '../commands/command-rules.ts';
import type { CommandService } from '../commands/command-service.ts';
import type { GatewayTiming, Log } from '../gateway-options.ts';
import type { InstantActions, InstantOutcome } from '../commands/instant-actions.ts';
import { reachable } from '../commands/robot-refusal.ts';
import type { RunRegistry } from '../runs/run-registry.ts';
import type { Session } from '../sessions/session.ts';
import type { ActionInput } from '../../robots-port/robots.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';
import { createPlacing } from './placing.ts';
import { createRelocationRegistry } from './relocation-registry.ts';

export interface RelocationDeps {
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
  changed(session: Session): void;
  /** Makes a map on the robot's disk usable, and refuses a map that the robot does not have. */
  enableMap(deviceId: string, mapId: string, by: string): Promise<void>;
}

const entryModes = new Set(['STANDBY', 'ERROR']);
const failures: Record<Exclude<InstantOutcome, 'DONE'>, Pick<CommandRow, 'code'> & Partial<CommandRow>> = {
  FAILED: { code: 'BAD_PARAMS' },
  NOTHING: { code: 'BAD_PARAMS' },
  REFUSED: { code: 'UNSUPPORTED' },
  TIMED_OUT: { status: 'TIMED_OUT', code: 'TIMED_OUT' },
};

/** Remote relocation (docs/protocol/maps.md#relocation): the requests of users, and the pose that the robot confirms. */
export function createRelocationService(deps: RelocationDeps) {
  const { commands, ledger, instant, timing, sessionOf } = deps;
  const registry = createRelocationRegistry(deps);
  const confirm = createPoseConfirmation(deps);
  const place = createPlacing(deps, confirm, ({ live, device: { deviceId } }) =>
    Boolean(registry.of(deviceId) ?? live.mode?.value.relocating),
  );
  /** Devices whose entry is requested and not answered yet. */
  const entering = new Set<string>();

  commands.onEnd(({ deviceId, type, status, params, by }) => {
    if (type === 'relocation.enter') entering.delete(deviceId);
    if (status !== 'SUCCEEDED') return;
    const session = sessionOf(deviceId);
    if (type === 'relocation.enter' && session) registry.enter(session, String(params['mapId']), by);
    if (type === 'relocation.exit') registry.leave(deviceId, 'EXITED');
  });

  const checkEntry = ({ live, device: { deviceId } }: Session): void => {
    if (registry.of(deviceId) || entering.has(deviceId)) refuse('RELOCATING_ALREADY');
    if (deps.runRegistry.of(deviceId)) refuse('RELOCATION_AT_WORK');
    const mode = live.mode?.value.mode ?? '';
    if (mode === 'CHARGING') refuse('RELOCATION_CHARGING');
    if (!entryModes.has(mode)) refuse('RELOCATION_MODE');
  };

  return {
    /** Whether the server has the device in the mode. What the robot reports is in its live state. */
    isEntered: (deviceId: string): boolean => registry.of(deviceId) !== undefined,

    /** `mapId` is any map that the robot has stored; without it, the robot stays on its present map. */
    enter: async ({ mapId, ...input }: ActionInput & { mapId?: string | undefined }): Promise<CommandRow> => {
      const session = reachable(sessionOf(input.deviceId));
      checkEntry(session);
      // Before the first await: of two concurrent requests one is refused.
      entering.add(input.deviceId);
      try {
        const target = mapId ?? presentMapOf(session) ?? refuse('NO_POSITION');
        await deps.enableMap(input.deviceId, target, input.by);
        return await commands.sendCommand({ ...input, type: 'relocation.enter', params: { mapId: target } });
      } catch (error) {
        entering.delete(input.deviceId);
        throw error;
      }
    },

    /** `theta` in radians. Returns at once; the command's status says whether the robot confirmed the pose. */
    setPose: async (input: ActionInput & { x: number; y: number; theta: number }): Promise<CommandRow> => {
      const { deviceId, x, y, theta } = input;
      const session = reachable(sessionOf(deviceId));
      const it = registry.of(deviceId) ?? refuse('NOT_RELOCATING');
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
          const outcome = await instant.send(session, 'initializePosition', action);
          const confirmed = await confirm(session, row, { mapId: pose.mapId, outcome });
          if (confirmed && registry.of(deviceId) === it) registry.leave(deviceId, 'CONFIRMED');
        })
        // The caller receives the error from the same promise.
        .catch(() => {})
        .finally(() => void (it.setting = false));
      return await begun;
    },

    place,

    exit: async (input: ActionInput): Promise<CommandRow> => {
      const session = reachable(sessionOf(input.deviceId), { evenFrozen: true });
      if (!registry.of(input.deviceId) && !session.live.mode?.value.relocating) refuse('NOT_RELOCATING');
      return await commands.sendCommand({ ...input, type: 'relocation.exit', params: {} });
    },

    telemetry: registry.telemetry,
    load: registry.load,
    forget: registry.forget,
    tick(nowMs: number): void {
      // The server is the author, so the command has no account. A robot that is away gets it when it next reports the
      // mode.
      for (const deviceId of registry.endTimedOut(nowMs))
        commands.sendCommand({ deviceId, type: 'relocation.exit', params: {}, by: '' }).catch(() => {});
    },
    flush: registry.flush,
  };
}
export type RelocationService = ReturnType<typeof createRelocationService>;

const presentMapOf = ({ live, state }: Session): string | undefined =>
  live.position?.value.mapId ?? state?.maps?.find((it) => it.enabled)?.mapId;

/** What came of the action that sets a pose. */
interface Placed {
  mapId: string;
  outcome: InstantOutcome;
  /** Whether the robot may say nothing of how well it knows its place, which VDA 5050 leaves to it. */
  scoreless?: boolean;
}
export type PoseConfirmation = ReturnType<typeof createPoseConfirmation>;

/** A pose counts when a state after the action confirms it on its map in time. */
const createPoseConfirmation =
  ({ ledger, instant, until, timing }: RelocationDeps) =>
  async (
    session: Session,
    row: CommandRow,
    { mapId, outcome, scoreless = false }: Placed,
  ): Promise<boolean> => {
    if (outcome !== 'DONE') {
      ledger.failed(row, failures[outcome]);
      return false;
    }
    const accepted = ledger.accepted(row);
    const stateBefore = session.state;
    instant.request(session, 'stateRequest');
    const score = () => session.state?.position?.score ?? null;
    const confirmed = await until(
      session,
      () =>
        session.state !== stateBefore &&
        session.state?.position?.localized === true &&
        session.state.position.mapId === mapId &&
        (score() ?? (scoreless ? 1 : 0)) >= relocationScore,
      timing.confirmPoseMs,
    );
    const result = { score: score() };
    if (confirmed) ledger.succeeded(accepted, result);
    else ledger.failed(accepted, { code: 'RELOCATION_LOW_SCORE', result });
    return confirmed;
  };
