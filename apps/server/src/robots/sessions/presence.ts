import { topics } from '@sweepline/contract';
import { modeMayBecome } from '@sweepline/contract/robot';
import { deviceEvents } from '../../entities/devices/device-event-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { bulkJson } from '../../platform/db/bulk.ts';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import type { GatewayTiming, Log } from '../gateway-options.ts';
import { applyLiveness } from './live.ts';
import type { LiveStore } from './live-store.ts';
import { isStoredOnline, stepLiveness, type LivenessEffect, type LivenessEvent } from './liveness.ts';
import type { Session } from './session.ts';

interface PresenceDeps {
  db: Db;
  bus: Bus;
  log: Log;
  timing: GatewayTiming;
  live: LiveStore;
  probe(session: Session): void;
  cameOnline(session: Session): void;
}

/** Twice the events of ten thousand robots that return at once: connection and mode. */
const maxQueued = 50_000;
const eventsJson = bulkJson(deviceEvents);

/**
 * Applies liveness events, stores and publishes their effects (docs/protocol/connecting.md#online-and-offline), and stores
 * the history of modes.
 */
export function createPresence({ db, bus, log, timing, live, probe, cameOnline }: PresenceDeps) {
  const events = createWriteBehind<typeof deviceEvents.$inferSelect>({
    name: 'device-events',
    db,
    log,
    maxQueued,
    write: (tx, rows) => tx.raw('select store_device_events($1::text::jsonb)', [eventsJson(rows)]),
  });
  let illegalModes = 0;

  const note = (
    session: Session,
    atMs: number,
    event: { kind: string; before: string; after: string; detail?: string },
  ) => {
    const { deviceId, companyId } = session.device;
    const at = new Date(atMs).toISOString();
    events.add({ id: newId(), companyId, deviceId, at, detail: '', ...event });
  };

  const effect = (session: Session, name: LivenessEffect, before: string, nowMs: number) => {
    if (name === 'PROBE') return probe(session);
    const { deviceId, companyId, sn } = session.device;
    const { state, reason } = session.liveness;
    // The outage of a robot that did not return after its server ended began when it was last heard.
    const atMs = session.liveness.sinceMs ?? nowMs;
    note(session, atMs, { kind: 'CONNECTION', before, after: state, detail: reason });
    const online = name !== 'WENT_OFFLINE';
    bus.publish(topics.online, { deviceId, sn, online, at: new Date(atMs).toISOString() }, { companyId });
    if (name === 'WENT_ONLINE') cameOnline(session);
  };

  /**
   * The robot decides its mode; a transition outside the table is stored too, and counted
   * (docs/protocol/telemetry.md#modes).
   */
  const modeChanged = (session: Session, before: string | undefined, nowMs: number): void => {
    const after = session.live.mode?.value.mode;
    if (after === undefined || after === before) return;
    const isLegal = before === undefined || modeMayBecome(before, after);
    if (!isLegal) illegalModes += 1;
    note(session, nowMs, { kind: 'MODE', before: before ?? '', after, detail: isLegal ? '' : 'ILLEGAL' });
  };

  return {
    step(session: Session, event: LivenessEvent, nowMs: number): void {
      const before = session.liveness;
      const { next, effects } = stepLiveness(before, event, nowMs, timing);
      if (next === before) return;
      session.liveness = next;
      const mode = session.live.mode?.value.mode;
      const material = applyLiveness(session);
      modeChanged(session, mode, nowMs);
      if (material || event.kind !== 'tick') live.changed(session, material);
      const stored = isStoredOnline(before) ? 'ONLINE' : before.state;
      for (const name of effects) effect(session, name, stored, nowMs);
    },
    modeChanged,
    illegalModeTransitions: () => illegalModes,
    flush: events.flush,
  };
}
export type Presence = ReturnType<typeof createPresence>;
