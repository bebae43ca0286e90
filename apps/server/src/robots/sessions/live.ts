import type { ComputerState, DeviceLive } from '@sweepline/contract';
import type { XReported, XTelemetry } from '@sweepline/contract/robot';
import type { RunRow } from '../../entities/work/run-table.ts';
import { isoOf } from '../protocol/iso.ts';
import type { Battery, RobotState } from '../protocol/robot-state.ts';
import { applyFaults } from './live-faults.ts';
import { same, setLive } from './live-groups.ts';
import { skewOf, type Session } from './session.ts';

const percent = (value: number | undefined) =>
  value === undefined ? null : Math.min(100, Math.max(0, value));

/** Derives the mode of a vehicle that does not report one (docs/protocol/telemetry.md#derived-modes). */
function deriveMode(state: RobotState, asleep: boolean): { mode: string; paused: boolean } {
  const ordered =
    state.nodesLeft > 0 || state.edgesLeft > 0 || state.actions.some((it) => isRunning(it.status));
  const fatal = state.errors.some((it) => it.level === 'FATAL' || (it.level === 'CRITICAL' && ordered));
  const mode = (() => {
    if (asleep) return 'SLEEP';
    if (fatal) return 'ERROR';
    switch (state.operatingMode) {
      case 'STARTUP':
        return 'INITIALIZING';
      case 'SERVICE':
        return 'OTA_UPGRADE';
      case 'TEACH_IN':
        return 'MAPPING';
      case 'INTERVENED':
        return 'MANUAL_RUN';
      case 'MANUAL':
        return state.driving ? 'MANUAL_RUN' : 'MANUAL_CLEANING';
    }
    if (ordered) return state.actions.some((it) => it.actionType === 'cleanArea') ? 'AUTO_RUN' : 'NAVIGATION';
    return state.battery?.charging ? 'CHARGING' : 'STANDBY';
  })();
  return { mode, paused: state.paused };
}
const isRunning = (status: string) =>
  status === 'INITIALIZING' || status === 'RUNNING' || status === 'PAUSED';

/**
 * Percent, unless the first twenty values show that the vehicle reports a fraction
 * (docs/protocol/vda-vehicles.md#what-the-server-accepts).
 */
function batteryGroup(session: Session, battery: Battery): Battery {
  const samples = session.batterySamples;
  if (samples.length < 20) {
    samples.push(battery.soc);
    session.batteryIsFraction =
      samples.length === 20 &&
      samples.every((it) => it > 0 && it <= 1) &&
      (battery.voltage === null || battery.voltage > 10);
    if (session.batteryIsFraction) flag(session, ['BATTERY_FRACTION']);
  }
  return session.batteryIsFraction ? { ...battery, soc: battery.soc * 100 } : battery;
}

export function flag(session: Session, flags: Iterable<string>): void {
  const merged = new Set(session.live.conformance);
  const before = merged.size;
  for (const it of flags) if (merged.size < 50) merged.add(it);
  if (merged.size > before) setLive(session, { conformance: [...merged] });
}

export function applyState(session: Session, state: RobotState, at: string): boolean {
  const { live } = session;
  const battery = state.battery && batteryGroup(session, state.battery);
  const errors = state.errors.map((it) => ({
    type: it.type,
    level: it.level,
    code: it.references['alarmCode'] ?? '',
    text: it.text,
  }));
  const mode = session.reportsMode ? undefined : deriveMode(state, session.liveness.state === 'SLEEP');
  const material =
    battery?.charging !== live.battery?.value.charging ||
    state.position?.mapId !== live.position?.value.mapId ||
    !same(errors, live.errors?.value) ||
    (mode !== undefined &&
      (mode.mode !== live.mode?.value.mode || mode.paused !== live.mode?.value.paused)) ||
    state.operatingMode !== live.operatingMode ||
    state.orderId !== session.state?.orderId;
  const changed = setLive(
    session,
    {
      errors: { value: errors, at },
      operatingMode: state.operatingMode,
      ...(battery && { battery: { value: battery, at } }),
      ...(state.position && { position: { value: state.position, at } }),
      ...(mode && { mode: { value: { ...mode, relocating: false }, at } }),
    },
    material,
  );
  return applyFaults(session) || changed;
}

export const applyPosition = (
  session: Session,
  value: NonNullable<DeviceLive['position']>['value'],
  at: string,
) => setLive(session, { position: { value, at } }, value.mapId !== session.live.position?.value.mapId);

/** Starts that differ by less are one start: telemetry counts whole seconds and may be late. */
const sameStartMs = 10_000;

function computerOf(session: Session, telemetry: XTelemetry, at: string): ComputerState {
  const { uptimeS, cpuPct, memPct, diskFreeMb, boardTempC, unacked, clockSynced } = telemetry;
  const before = session.live.computer?.value.bootedAt ?? null;
  const booted = uptimeS === undefined ? null : isoOf(Date.parse(at) - uptimeS * 1000);
  const isSame = before && booted && Math.abs(Date.parse(before) - Date.parse(booted)) < sameStartMs;
  return {
    cpuPct: cpuPct ?? null,
    memPct: memPct ?? null,
    diskFreeMb: diskFreeMb ?? null,
    boardTempC: boardTempC ?? null,
    unacked: unacked ?? null,
    clockSynced: clockSynced ?? null,
    clockBehindMs: session.skews.length > 0 ? skewOf(session) : null,
    bootedAt: isSame ? before : booted,
  };
}

export function applyTelemetry(session: Session, telemetry: XTelemetry, at: string): boolean {
  const { live } = session;
  const mode = {
    mode: telemetry.mode,
    paused: telemetry.modePaused,
    relocating: telemetry.relocating ?? false,
  };
  const { cameraLight } = telemetry;
  const changed = !same(mode, live.mode?.value) || cameraLight !== live.cameraLight?.value;
  session.reportsMode = true;
  return setLive(
    session,
    {
      mode: { value: mode, at },
      tanks: {
        value: {
          cleanWaterPct: percent(telemetry.cleanWaterPct),
          dirtyWaterPct: percent(telemetry.dirtyWaterPct),
          detergentPct: percent(telemetry.detergentPct),
          dustBagPct: percent(telemetry.dustBagPct),
        },
        at,
      },
      ...((telemetry.runtimeH !== undefined || telemetry.odometerM !== undefined) && {
        usage: {
          value: { runtimeH: telemetry.runtimeH ?? null, odometerM: telemetry.odometerM ?? null },
          at,
        },
      }),
      ...(cameraLight !== undefined && { cameraLight: { value: cameraLight, at } }),
      ...(telemetry.cpuPct !== undefined && { computer: { value: computerOf(session, telemetry, at), at } }),
      ...(telemetry.networkMode && {
        network: { value: { mode: telemetry.networkMode, rssiDbm: telemetry.rssiDbm ?? null }, at },
      }),
      ...(telemetry.cleaningMode && {
        cleaning: {
          value: { cleaningMode: telemetry.cleaningMode, strength: telemetry.strength ?? '' },
          at,
        },
      }),
    },
    changed,
  );
}

export const applyReported = (session: Session, reported: XReported, at: string) =>
  setLive(
    session,
    {
      versions: { value: reported.versions, at },
      consumables: {
        value: (reported.consumables ?? []).map((it) => ({
          id: it.id,
          remainingPct: percent(it.remainingPct) ?? 0,
        })),
        at,
      },
    },
    true,
  );

const iso = (ms: number | null) => (ms === null ? null : isoOf(ms));

export function applyLiveness(session: Session): boolean {
  const { state, reason, sinceMs, lastSeenMs } = session.liveness;
  const before = session.live.connection;
  // `since` changes only with the state; formatting it for every message would double the work of this function.
  const since = before.state === state && before.since !== null ? before.since : iso(sinceMs);
  const fellAsleep = state === 'SLEEP' && before.state !== state && since !== null;
  return setLive(
    session,
    {
      connection: { state, reason, since, lastSeenAt: iso(lastSeenMs) },
      // A sleeping robot reports nothing, so its last mode would stay.
      ...(fellAsleep && { mode: { value: { mode: 'SLEEP', paused: false, relocating: false }, at: since } }),
    },
    before.state !== state || before.reason !== reason,
  );
}

/** The run in the live state of its device; null once it has ended. */
export function applyRun(session: Session, run: RunRow, at: string, material: boolean): boolean {
  const { id: runId, taskId, name, state, phase, plannedM2, cleanedM2, coverage, etaS } = run;
  const ended = ['SUCCESS', 'INTERRUPTED', 'FAILED'].includes(state);
  const value = { runId, taskId, name, state, phase, plannedM2, cleanedM2, coverage, etaS };
  return setLive(session, { run: ended ? null : { value, at } }, material);
}
