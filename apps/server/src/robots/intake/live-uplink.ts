import { cardKeyOf } from '@sweepline/contract';
import { readDeclaration, type XReported, type XTelemetry } from '@sweepline/contract/robot';
import type { AlarmRegistry } from '../alarms/alarm-registry.ts';
import type { RelocationService } from '../care/relocation-service.ts';
import type { InstantActions } from '../commands/instant-actions.ts';
import type { DriveService } from '../drive/drive-service.ts';
import type { MapKeeper } from '../maps/map-keeper-service.ts';
import { isoOf } from '../protocol/iso.ts';
import type { RunDriver } from '../runs/run-driver.ts';
import type { Documents } from '../sessions/document-store.ts';
import { applyPosition, applyReported, applyState, applyTelemetry, flag } from '../sessions/live.ts';
import type { LiveStore } from '../sessions/live-store.ts';
import type { Presence } from '../sessions/presence.ts';
import type { Session } from '../sessions/session.ts';
import type { SectionKeeper } from '../settings/section-keeper.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { createDeclarations } from './declarations.ts';
import type { Delivery } from './ingest.ts';

export interface LiveUplinkDeps {
  bus: Bus;
  presence: Presence;
  live: LiveStore;
  alarms: AlarmRegistry;
  instant: InstantActions;
  driver: RunDriver;
  drives: DriveService;
  documents: Documents;
  relocations: RelocationService;
  sections: SectionKeeper;
  maps: MapKeeper;
  deadLetters: DeadLetters;
  /** Resolves the waits for a state of this device. */
  stateSeen(session: Session): void;
}

/** Handles the messages that say how a device is now. Ingest has checked their schemas, which justifies the casts. */
export function createLiveUplink(deps: LiveUplinkDeps) {
  const { presence, live, alarms, instant, driver, drives, documents } = deps;
  const declarations = createDeclarations(deps);
  return {
    state(session: Session, { message, receivedMs }: Delivery): void {
      const flags = new Set<string>();
      const state = session.codec.state(message, flags);
      const before = { mode: session.live.mode?.value.mode, state: session.state };
      const material = applyState(session, state, isoOf(receivedMs));
      session.state = state;
      session.stateAtMs = receivedMs;
      flag(session, flags);
      presence.modeChanged(session, before.mode, receivedMs);
      if (!session.vendor)
        alarms.fromState(
          session,
          state.errors,
          before.state?.errors ?? [],
          session.live.run?.value.runId ?? null,
        );
      instant.onState(session, state);
      driver.onState(session, state);
      driver.recordPosition(session, receivedMs);
      drives.place(session, receivedMs);
      deps.maps.follow(session);
      live.changed(session, material);
      deps.stateSeen(session);
      if (!before.state) driver.resume(session);
      if (!session.abilities && !before.state) instant.request(session, 'factsheetRequest');
    },

    visualization(session: Session, { message, receivedMs }: Delivery): void {
      const flags = new Set<string>();
      const position = session.codec.position(message, flags);
      flag(session, flags);
      if (!position) return;
      const material = applyPosition(session, position, isoOf(receivedMs));
      driver.recordPosition(session, receivedMs);
      drives.place(session, receivedMs);
      live.changed(session, material);
    },

    xTelemetry(session: Session, { message, receivedMs }: Delivery): void {
      const telemetry = message as XTelemetry;
      const before = session.live.mode?.value.mode;
      const material = applyTelemetry(session, telemetry, isoOf(receivedMs));
      session.phase = telemetry.phase ?? '';
      deps.relocations.telemetry(session, telemetry);
      driver.recordPath(session, telemetry, receivedMs);
      presence.modeChanged(session, before, receivedMs);
      live.changed(session, material);
    },

    xReported(session: Session, { message, receivedMs, topic }: Delivery): void {
      const { reported, faults, ...said } = readDeclaration(message as XReported);
      session.said = said;
      declarations.note(session, topic, message, faults);
      session.iccid = cardKeyOf(reported.iccid ?? '') ?? session.iccid;
      live.changed(session, applyReported(session, reported, isoOf(receivedMs)));
      documents.keep(session, 'REPORTED', { ...message, ...reported });
      deps.sections.reported(session, reported);
      declarations.stored(session);
    },

    factsheet(session: Session, { message }: Delivery): void {
      session.abilities = session.codec.abilities(message);
      documents.keep(session, 'FACTSHEET', message);
      declarations.stored(session);
    },
  };
}
