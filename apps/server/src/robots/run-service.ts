import { can, isOpenRun, modelOf, resupplyPhases, type ReplyCode } from '@sweepline/contract/robot';
import type { RunPlan, RunRow } from '../features/tasks/run-table.ts';
import type { Clock } from '../platform/clock.ts';
import { inScope, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { Downlink } from './downlink.ts';
import type { GatewayTiming } from './gateway-options.ts';
import type { InstantActions, InstantOutcome } from './instant-actions.ts';
import { minSoc, planOrder } from './order-plan.ts';
import { isFrozen } from './registry.ts';
import type { RunBook } from './run-book.ts';
import type { RunDriver } from './run-driver.ts';
import type { Session } from './session.ts';
import { hasForbidden, zoneSetIdOf, zonesOf, type ZoneSource } from './zone-sets.ts';

export type RefusalCode =
  | Extract<
      ReplyCode,
      | 'OFFLINE'
      | 'TIMED_OUT'
      | 'UNSUPPORTED'
      | 'MODE_FORBIDS'
      | 'BUSY_REPLENISHING'
      | 'RUN_ACTIVE'
      | 'RELOCATING'
      | 'FROZEN'
      | 'MAP_DIFFERS'
    >
  | 'BATTERY_LOW'
  | 'NO_POSITION'
  | 'WRONG_STATE'
  | 'FAILED';

/** The gateway will not do this now, and why. Handlers turn it into an answer for people. */
export class RobotRefusal extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode) {
    super(code);
    this.code = code;
  }
}

export interface StartRun {
  deviceId: string;
  name: string;
  by: string;
  origin?: RunRow['origin'];
  kind: RunRow['kind'];
  taskId?: string;
  plan: RunPlan;
  /** Where it is carried out. Left out for a drive on the frame the vehicle is in. */
  map?: ZoneSource;
}

export interface RunService {
  /** Refused as 2.6 says, else stored, its zones shown by the robot and its order on the way. */
  start(input: StartRun): Promise<RunRow>;
  /** Drives to a point without cleaning. */
  navigate(input: {
    deviceId: string;
    goal: { x: number; y: number };
    by: string;
    name?: string;
    map?: ZoneSource;
  }): Promise<RunRow>;
  /** Drives to a charger and charges. */
  charge(input: {
    deviceId: string;
    station: NonNullable<RunPlan['station']>;
    by: string;
    name?: string;
    map?: ZoneSource;
  }): Promise<RunRow>;
  /** Each resolves when the robot shows it; the answer is the run as it then is. */
  pause(runId: string): Promise<RunRow>;
  resume(runId: string): Promise<RunRow>;
  cancel(runId: string): Promise<RunRow>;
}

export interface RunServiceDeps {
  db: Db;
  now: Clock;
  timing: GatewayTiming;
  book: RunBook;
  driver: RunDriver;
  instant: InstantActions;
  downlink: Downlink;
  sessionOf(deviceId: string): Session | undefined;
  /** Resolves true as soon as the device's state fulfils the condition, false after the time. */
  until(session: Session, condition: () => boolean, withinMs: number): Promise<boolean>;
}

const refuse = (code: RefusalCode): never => {
  throw new RobotRefusal(code);
};

/** Why nothing may be asked of this device now; undefined when it may. */
function unreachable(session: Session | undefined): RefusalCode | undefined {
  if (!session || session.liveness.state !== 'ONLINE' || !session.state) return 'OFFLINE';
  return isFrozen(session.device) ? 'FROZEN' : undefined;
}

/** Refusals of a start (2.6, 3.4). */
export function refusalOfStart(session: Session, input: StartRun): RefusalCode | undefined {
  const { live, state, device } = session;
  if (resupplyPhases.includes(session.phase) && live.run) return 'BUSY_REPLENISHING';
  if (live.mode?.value.relocating) return 'RELOCATING';
  if (!state || !['AUTOMATIC', 'SEMIAUTOMATIC'].includes(state.operatingMode)) return 'MODE_FORBIDS';
  if (state.errors.some((it) => it.level === 'FATAL')) return 'MODE_FORBIDS';
  if (session.modeSaid && !['STANDBY', 'CHARGING'].includes(live.mode?.value.mode ?? ''))
    return 'MODE_FORBIDS';
  if (!live.position) return 'NO_POSITION';
  if (input.kind === 'CLEANING') {
    const declared = session.abilities?.actions;
    if (declared ? !declared.has('cleanArea') : !can(device.model, 'clean')) return 'UNSUPPORTED';
    if (live.battery && live.battery.value.soc < minSoc + 5) return 'BATTERY_LOW';
  }
  return input.map && !isOnMap(session, input.map.mapId) ? 'MAP_DIFFERS' : undefined;
}

function isOnMap(session: Session, mapId: string): boolean {
  const maps = session.state?.maps;
  if (maps && maps.length > 0 && !maps.some((it) => it.mapId === mapId && it.enabled)) return false;
  return session.live.position?.value.mapId === mapId;
}

const outcomeCodes: Record<Exclude<InstantOutcome, 'DONE'>, RefusalCode> = {
  FAILED: 'FAILED',
  REFUSED: 'UNSUPPORTED',
  NOTHING: 'WRONG_STATE',
  TIMED_OUT: 'TIMED_OUT',
};

/** What features ask of runs. */
export function openRunService(deps: RunServiceDeps): RunService {
  const { db, now, timing, book, driver, instant, downlink, until } = deps;

  const reach = (deviceId: string): Session => {
    const session = deps.sessionOf(deviceId);
    const reason = unreachable(session);
    return reason || !session ? refuse(reason ?? 'OFFLINE') : session;
  };

  /** A vehicle rejects an order while it charges; our robots undock by themselves (3.1). */
  const stopCharging = async (session: Session): Promise<void> => {
    if (session.vendor || !session.state?.battery?.charging) return;
    const idle = () => session.state?.battery?.charging === false;
    void instant.send(session, 'stopCharging', {}, (state) => state.battery?.charging === false);
    if (!(await until(session, idle, timing.stopChargingMs))) refuse('TIMED_OUT');
  };

  /** The robot must know what it may not cross before it is sent anywhere near it (2.12). */
  const bringZones = async (session: Session, source: ZoneSource | undefined): Promise<void> => {
    if (!source || session.codec.major !== 'v3' || !hasForbidden(source)) return;
    const zoneSetId = zoneSetIdOf(source);
    const shown = (enabled: boolean) => () =>
      session.state?.zoneSets?.some((it) => it.zoneSetId === zoneSetId && (it.enabled || !enabled)) ?? false;
    if (shown(true)()) return;
    if (!shown(false)()) {
      await downlink.send(session, 'zoneSet', {
        zoneSet: { mapId: source.mapId, zoneSetId, zones: zonesOf(source) },
      });
      if (!(await until(session, shown(false), timing.zoneSetMs))) refuse('TIMED_OUT');
    }
    void instant.send(session, 'enableZoneSet', { zoneSetId });
    if (!(await until(session, shown(true), timing.zoneSetMs))) refuse('TIMED_OUT');
  };

  const rowOf = (session: Session, input: StartRun): RunRow => {
    const { plan } = input;
    const plannedM2 = plan.areas.reduce((sum, it) => sum + it.areaM2, 0);
    return {
      id: newId(),
      companyId: session.device.companyId,
      kind: input.kind,
      name: input.name,
      taskId: input.taskId ?? null,
      deviceId: session.device.deviceId,
      mapId: input.map?.mapId ?? session.live.position?.value.mapId ?? null,
      mapVersion: input.map?.mapVersion ?? null,
      origin: input.origin ?? 'CLOUD',
      state: 'WAITING',
      phase: '',
      code: '',
      by: input.by,
      areaIndex: 0,
      areaCount: plan.areas.length,
      plannedM2: plan.areas.length > 0 ? plannedM2 : null,
      cleanedM2: null,
      coverage: null,
      etaS: null,
      plan,
      phases: [],
      createdAt: now().toISOString(),
      startedAt: null,
      endedAt: null,
      pausedAt: null,
      stale: false,
      reportMissing: false,
      taskSeq: 0,
      revision: 0,
    };
  };

  /** Devices for which a start is being prepared: between check and order there are waits. */
  const starting = new Set<string>();

  const start = async (input: StartRun): Promise<RunRow> => {
    const session = reach(input.deviceId);
    if (book.of(input.deviceId) || starting.has(input.deviceId)) refuse('RUN_ACTIVE');
    const reason = refusalOfStart(session, input);
    if (reason) refuse(reason);
    starting.add(input.deviceId);
    try {
      await stopCharging(session);
      await bringZones(session, input.map);
      const row = rowOf(session, input);
      const here = session.live.position?.value ?? refuse('NO_POSITION');
      const { abilities } = session;
      const plan = planOrder(row, here, session.device.model);
      if (
        abilities &&
        (plan.nodes.length > abilities.maxNodes || abilities.maxIdLength < 40 || abilities.idNumericalOnly)
      )
        refuse('UNSUPPORTED');
      await inScope(db, '*', (tx) => book.save(tx, row));
      const run = { row, cancel: undefined, outbox: undefined, offlineSinceMs: undefined };
      book.add(run);
      book.change(run, {});
      driver.dispatch(run, session);
      return run.row;
    } finally {
      starting.delete(input.deviceId);
    }
  };

  const drive = (
    input: { deviceId: string; by: string; map?: ZoneSource; name?: string },
    name: string,
    more: Partial<RunPlan>,
  ) =>
    start({
      deviceId: input.deviceId,
      by: input.by,
      kind: 'NAVIGATION',
      name: input.name ?? name,
      ...(input.map && { map: input.map }),
      plan: {
        cleaningMode: '',
        strength: '',
        repetitions: 1,
        strategy: 'FULL',
        pattern: '',
        finish: 'STAY',
        areas: [],
        toolWidthM: modelOf(deps.sessionOf(input.deviceId)?.device.model ?? '')?.cleaningWidthM ?? 0.5,
        ...more,
      },
    });

  const openRun = (runId: string) => {
    const run = book.get(runId);
    return run && isOpenRun(run.row.state) && run.row.state !== 'COMPLETE' ? run : refuse('WRONG_STATE');
  };

  /** Sends an instant action and waits until the run is where it should be. */
  const steer = async (runId: string, actionType: 'startPause' | 'stopPause', to: RunRow['state']) => {
    const run = openRun(runId);
    const session = reach(run.row.deviceId);
    if (run.row.state === 'WAITING') refuse('WRONG_STATE');
    if (run.row.state === to) return run.row;
    if (!['AUTOMATIC', 'SEMIAUTOMATIC'].includes(session.state?.operatingMode ?? '')) refuse('MODE_FORBIDS');
    const wanted = to === 'PAUSED';
    const outcome = await instant.send(session, actionType, {}, (state) => state.paused === wanted);
    if (outcome !== 'DONE' && run.row.state !== to) refuse(outcomeCodes[outcome]);
    await until(session, () => run.row.state === to, timing.interactiveMs);
    return run.row;
  };

  return {
    start,
    navigate: ({ goal, ...input }) => drive(input, 'navigate', { goal }),
    charge: ({ station, ...input }) => {
      const declared = deps.sessionOf(input.deviceId)?.abilities?.actions;
      if (declared && !declared.has('dock')) refuse('UNSUPPORTED');
      return drive(input, 'charge', { station, finish: 'CHARGE' });
    },
    pause: (runId) => steer(runId, 'startPause', 'PAUSED'),
    resume: (runId) => steer(runId, 'stopPause', 'IN_PROGRESS'),
    cancel: async (runId) => {
      const run = openRun(runId);
      const session = deps.sessionOf(run.row.deviceId);
      if (run.row.state === 'WAITING') {
        // The order may be on its way; the cancellation follows it through the same queue.
        if (session?.liveness.state === 'ONLINE') void driver.cancelAtRobot(run, session, 'USER_CANCELED');
        if (session) driver.take(run, session, { to: 'INTERRUPTED', code: 'USER_CANCELED' });
        return run.row;
      }
      const reached = reach(run.row.deviceId);
      await driver.cancelAtRobot(run, reached, 'USER_CANCELED');
      await until(reached, () => !isOpenRun(run.row.state), timing.interactiveMs);
      if (run.cancel === undefined && isOpenRun(run.row.state)) refuse('TIMED_OUT');
      return run.row;
    },
  };
}
