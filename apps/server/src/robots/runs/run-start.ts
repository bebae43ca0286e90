import { obstacleTo, resupplyPhases, type ActObstacle, type RobotAct } from '@sweepline/contract/robot';
import type { RunRow } from '../../entities/work/run-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { GatewayTiming } from '../gateway-options.ts';
import type { InstantActions } from '../commands/instant-actions.ts';
import { planOrder } from '../protocol/order-plan.ts';
import { reachable, refusalOfService } from '../commands/robot-refusal.ts';
import { isOwn, type ActiveRun, type RunRegistry } from './run-registry.ts';
import type { RunDriver } from './run-driver.ts';
import { changeOf } from '../sessions/live-faults.ts';
import { vehicleOf, type Session } from '../sessions/session.ts';
import { hasForbidden, zoneSetIdOf, zonesOf } from '../protocol/zone-sets.ts';
import { type RefusalCode, refuse } from '../../robots-port/robot-refusal.ts';
import type { ZoneSource } from '../../robots-port/run-requests.ts';
import type { StartRun } from '../../robots-port/run-requests.ts';

export interface RunStartDeps {
  now: Clock;
  timing: GatewayTiming;
  runRegistry: RunRegistry;
  driver: RunDriver;
  instant: InstantActions;
  downlink: Downlink;
  sessionOf(deviceId: string): Session | undefined;
  /** Resolves true as soon as the device's state meets the condition, false after the time. */
  until(session: Session, condition: () => boolean, withinMs: number): Promise<boolean>;
}

const actOf = ({ kind, plan }: StartRun): RobotAct => {
  if (kind === 'CLEANING') return 'CLEAN';
  if (kind === 'PROMOTION') return 'PROMOTE';
  return plan.finish === 'CHARGE' ? 'CHARGE' : 'NAVIGATE';
};

const refusals: Partial<Record<ActObstacle, RefusalCode>> = {
  NOT_IN_SERVICE: 'WRONG_STATE',
  ASLEEP: 'OFFLINE',
};
const refusalOf = (obstacle: ActObstacle) => refusals[obstacle] ?? (obstacle as RefusalCode);

/**
 * Refusals of a start (docs/protocol/orders.md#before-a-run-starts, docs/protocol/vda-vehicles.md#life-of-a-vehicle): those of the
 * rule that pages offer by, and what only the gateway knows.
 */
function refusalOfStart(session: Session, input: StartRun, runId: string | null): RefusalCode | undefined {
  const { live, phase } = session;
  if (runId === null && resupplyPhases.includes(phase) && live.run) return 'BUSY_REPLENISHING';
  const robot = {
    ...vehicleOf(session),
    binding: session.device.binding,
    live: { ...changeOf(session), state: session.liveness.state, runId },
  };
  const obstacle = obstacleTo(actOf(input), robot, input.map?.mapId);
  if (obstacle) return refusalOf(obstacle);
  return input.map && !isOnMap(session, input.map.mapId) ? 'MAP_DIFFERS' : undefined;
}

function isOnMap(session: Session, mapId: string): boolean {
  const maps = session.state?.maps;
  if (maps && maps.length > 0 && !maps.some((it) => it.mapId === mapId && it.enabled)) return false;
  return session.live.position?.value.mapId === mapId;
}

/** Starts runs: the checks of docs/protocol/orders.md#before-a-run-starts, then zones, row and order. */
export function createRunStart(deps: RunStartDeps) {
  const { now, timing, runRegistry, driver, instant, downlink, until } = deps;

  /**
   * A stock vehicle rejects an order while it charges; full robots undock by themselves
   * (docs/protocol/vda-vehicles.md#what-a-plain-vehicle-does).
   */
  const stopCharging = async (session: Session): Promise<void> => {
    if (session.vendor || !session.state?.battery?.charging) return;
    const isIdle = () => session.state?.battery?.charging === false;
    void instant.send(session, 'stopCharging', {}, (state) => state.battery?.charging === false);
    if (!(await until(session, isIdle, timing.stopChargingMs))) refuse('TIMED_OUT');
  };

  /** The robot must have the blocked zones before it drives near them (docs/protocol/maps.md#zone-set). */
  const sendZones = async (session: Session, source: ZoneSource | undefined): Promise<void> => {
    if (!source || session.codec.major !== 'v3' || !hasForbidden(source)) return;
    if (source.withoutConfirmation) return;
    const untilMs = now().getTime() + timing.zoneSetMs;
    const waitUntil = async (condition: () => boolean) => {
      const isMet = await until(session, condition, Math.max(0, untilMs - now().getTime()));
      if (!isMet) refuse('ZONES_UNCONFIRMED', session.device.nickname || session.device.sn);
    };
    const zoneSetId = zoneSetIdOf(source);
    const isShown = (enabled: boolean) => () =>
      session.state?.zoneSets?.some((it) => it.zoneSetId === zoneSetId && (it.enabled || !enabled)) ?? false;
    if (isShown(true)()) return;
    if (!isShown(false)()) {
      const zoneSet = { mapId: source.mapId, zoneSetId, zones: zonesOf(source) };
      await downlink.send(session, 'zoneSet', () => (now().getTime() < untilMs ? { zoneSet } : undefined));
      await waitUntil(isShown(false));
    }
    void instant.send(session, 'enableZoneSet', { zoneSetId });
    await waitUntil(isShown(true));
  };

  const rowOf = (session: Session, input: StartRun): RunRow => {
    const { plan } = input;
    const plannedM2 = plan.areas.reduce((sum, it) => sum + it.areaM2, 0);
    return {
      id: input.id ?? newId(),
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
      previousId: input.previousId ?? null,
      skipped: [],
      toured: null,
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

  /** Devices whose start is being prepared; it awaits several answers between check and order. */
  const starting = new Set<string>();

  /** Applies the refusals of a start. */
  const checkStart = (input: StartRun): Session => {
    const session = deps.sessionOf(input.deviceId) ?? refuse('OFFLINE');
    const isInService = refusalOfService(session.device) === undefined;
    if (isInService && session.liveness.state === 'ONLINE' && !session.state) refuse('NO_STATE');
    const runId = runRegistry.of(input.deviceId)?.row.id ?? (starting.has(input.deviceId) ? '' : null);
    const reason = refusalOfStart(session, input, runId);
    return reason ? refuse(reason) : session;
  };

  /** Sends the order. A freeze or unbinding while the row was written found no run to end, so it is checked here. */
  const begin = (run: ActiveRun, session: Session): void => {
    const refusal = refusalOfService(session.device);
    if (refusal) {
      driver.transition(run, session, { to: 'INTERRUPTED', code: 'USER_CANCELED' });
      refuse(refusal);
    }
    driver.dispatch(run, session);
  };

  /** A start does not fail because another device's run has the id: it uses a new id. */
  const insert = async (row: RunRow): Promise<RunRow> => {
    const holder = await runRegistry.insert(row);
    if (!holder) return row;
    // The robot began this run by itself while its start was being prepared.
    if (isOwn(holder, row)) return refuse('RUN_ACTIVE');
    return await insert({ ...row, id: newId() });
  };

  const start = async (input: StartRun): Promise<RunRow> => {
    const session = checkStart(input);
    starting.add(input.deviceId);
    try {
      await stopCharging(session);
      await sendZones(session, input.map);
      // The device may have been frozen or unbound during the awaits.
      reachable(deps.sessionOf(input.deviceId));
      const row = rowOf(session, input);
      const position = session.live.position?.value ?? refuse('NO_POSITION');
      const { abilities } = session;
      const plan = planOrder(row, position, vehicleOf(session));
      if (
        abilities &&
        (plan.nodes.length > abilities.maxNodes || abilities.maxIdLength < 40 || abilities.idNumericalOnly)
      )
        refuse('UNSUPPORTED');
      const run = { row: await insert(row), cancel: undefined, outbox: undefined, offlineSinceMs: undefined };
      runRegistry.add(run);
      runRegistry.change(run, {});
      begin(run, session);
      return run.row;
    } finally {
      starting.delete(input.deviceId);
    }
  };

  return { start, check: async (input: StartRun): Promise<void> => void checkStart(input) };
}
