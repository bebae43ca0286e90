import type {
  Connection,
  XAlarm,
  XDriveAck,
  XJob,
  XMap,
  XReply,
  XReport,
  XReported,
  XRequest,
  XTask,
  XTelemetry,
} from '@sweepline/contract/robot';
import type { Tx } from '../../platform/db/db.ts';
import type { AlarmRegistry } from '../alarms/alarm-registry.ts';
import type { CommandService } from '../commands/command-service.ts';
import type { Documents } from '../sessions/document-store.ts';
import type { DriveService } from '../drive/drive-service.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { Delivery } from './ingest.ts';
import type { InstantActions } from '../commands/instant-actions.ts';
import { isoOf } from '../protocol/iso.ts';
import { isLate } from '../runs/lateness.ts';
import type { Journal } from './journal.ts';
import type { JobRegistry } from '../commands/job-registry.ts';
import { storedJob } from '../commands/job-rows.ts';
import { applyPosition, applyReported, applyState, applyTelemetry, flag } from '../sessions/live.ts';
import type { MapKeeper } from '../maps/map-keeper-service.ts';
import { noteMap } from './map-uplink.ts';
import type { LiveStore } from '../sessions/live-store.ts';
import type { Presence } from '../sessions/presence.ts';
import type { RelocationService } from '../care/relocation-service.ts';
import type { RunDriver } from '../runs/run-driver.ts';
import type { RunUplink } from './run-uplink.ts';
import type { SectionKeeper } from '../settings/section-keeper.ts';
import { toServerClock } from '../runs/run-values.ts';
import { correctionMs, eventTime, noteClock, setProtocol, type Session } from '../sessions/session.ts';
import type { IdRefusal, UplinkRefusals } from './uplink-refusals.ts';

export interface UplinkDeps {
  sessionOf(delivery: Delivery): Session;
  presence: Presence;
  live: LiveStore;
  alarms: AlarmRegistry;
  instant: InstantActions;
  driver: RunDriver;
  drives: DriveService;
  runUplink: RunUplink;
  commands: CommandService;
  jobs: JobRegistry;
  documents: Documents;
  relocations: RelocationService;
  sections: SectionKeeper;
  maps: MapKeeper;
  downlink: Downlink;
  journal(): Journal;
  /** Called for a state older than the last one. */
  late(delivery: Delivery): void;
  /** Resolves the waits for a state of this device. */
  stateSeen(session: Session): void;
  answer(session: Session, request: XRequest, refuse: (refusal: IdRefusal) => void): Promise<void>;
  refusals: UplinkRefusals;
}

const sequenced = new Set(['state', 'visualization', 'xTelemetry']);

/** Handles each kind of message. The messages of one device arrive here in order. */
export function createUplink(deps: UplinkDeps) {
  const { presence, live, alarms, instant, driver, drives, runUplink, commands, documents, refusals } = deps;
  /** Last headerId by device and topic, of the running session. */
  const lastHeaders = new Map<string, Map<string, number>>();

  const acceptInOrder = (delivery: Delivery, session: Session): boolean => {
    const { topic, message, device } = delivery;
    if (!sequenced.has(topic)) return true;
    const headers = lastHeaders.get(device.deviceId) ?? new Map<string, number>();
    lastHeaders.set(device.deviceId, headers);
    const headerId = Number(message['headerId']);
    if (isLate(headers.get(topic), headerId)) {
      deps.late(delivery);
      return false;
    }
    headers.set(topic, headerId);
    noteClock(session, String(message['timestamp']), delivery.receivedMs);
    return true;
  };

  const onConnection = (session: Session, { message, replayed, receivedMs, device }: Delivery) => {
    // Ingest has checked the schema of the topic; this justifies every cast below.
    const { connectionState } = message as Connection;
    // The vehicle has reconnected and may count its headers from 0 again.
    if (connectionState === 'ONLINE' && !replayed) {
      lastHeaders.delete(device.deviceId);
      // A stock vehicle reports ONLINE before it subscribes, so it is reachable with its first state
      // (docs/protocol/connecting.md#order-of-connecting).
      session.state = undefined;
    }
    presence.step(session, { kind: 'connection', value: connectionState, replayed }, receivedMs);
  };

  const onState = (session: Session, { message, receivedMs }: Delivery) => {
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
  };

  const onVisualization = (session: Session, { message, receivedMs }: Delivery) => {
    const flags = new Set<string>();
    const position = session.codec.position(message, flags);
    flag(session, flags);
    if (!position) return;
    const material = applyPosition(session, position, isoOf(receivedMs));
    driver.recordPosition(session, receivedMs);
    drives.place(session, receivedMs);
    live.changed(session, material);
  };

  const onTelemetry = (session: Session, { message, receivedMs }: Delivery) => {
    const telemetry = message as XTelemetry;
    const before = session.live.mode?.value.mode;
    const material = applyTelemetry(session, telemetry, isoOf(receivedMs));
    session.phase = telemetry.phase ?? '';
    deps.relocations.telemetry(session, telemetry);
    driver.recordPath(session, telemetry, receivedMs);
    presence.modeChanged(session, before, receivedMs);
    live.changed(session, material);
  };

  const onReported = (session: Session, { message, receivedMs }: Delivery) => {
    const reported = message as XReported;
    session.iccid = reported.iccid ?? session.iccid;
    live.changed(session, applyReported(session, reported, isoOf(receivedMs)));
    documents.keep(session, 'REPORTED', message);
    deps.sections.reported(session, reported);
  };

  const onFactsheet = (session: Session, { message }: Delivery) => {
    session.abilities = session.codec.abilities(message);
    documents.keep(session, 'FACTSHEET', message);
  };

  /** Progress and requests: they are repeated soon, so they do not wait for a commit. */
  const onProgress = (session: Session, { topic, message, receivedMs }: Delivery): void => {
    const refuse = (refusal: IdRefusal | undefined) =>
      refusal && refusals.note({ device: session.device, topic, message }, refusal);
    if (topic === 'xReply') refuse(commands.progress(session.device, message as XReply));
    // Not awaited: handling a device's message must not wait until the device receives the answer.
    else if (topic === 'xDriveAck') drives.acknowledged(session, message as XDriveAck);
    else if (topic === 'xJob') deps.jobs.progress(session, message as XJob, isoOf(receivedMs), refuse);
    else if (topic === 'xRequest') void deps.answer(session, message as XRequest, refuse);
  };

  /** The command of a job has succeeded when the robot has stored the job. */
  const applyFinalReply = async (tx: Tx, { device }: Session, reply: XReply, at: string) => {
    const refused = await commands.final(tx, device, reply, at);
    if (reply.status === 'SUCCEEDED') await storedJob(tx, device, reply.commandId, at);
    return refused;
  };

  const dispatch = async (session: Session, delivery: Delivery): Promise<void> => {
    switch (delivery.topic) {
      case 'connection':
        return onConnection(session, delivery);
      case 'state':
        return onState(session, delivery);
      case 'visualization':
        return onVisualization(session, delivery);
      case 'xTelemetry':
        return onTelemetry(session, delivery);
      case 'xReported':
        return onReported(session, delivery);
      case 'factsheet':
        return onFactsheet(session, delivery);
      default: {
        const { msgId } = delivery.message;
        if (typeof msgId === 'string') return await deps.journal().add({ delivery, msgId });
        return onProgress(session, delivery);
      }
    }
  };

  /** Applies a durable message and returns its refused ids. */
  const effectOf = async (tx: Tx, session: Session, delivery: Delivery): Promise<IdRefusal[]> => {
    const { topic, message, receivedMs } = delivery;
    const sentAt = String(message['timestamp']);
    const at = isoOf(eventTime(String(message['occurredAt'] ?? sentAt), sentAt, receivedMs).getTime());
    switch (topic) {
      case 'xTask':
        return await runUplink.task(tx, session, message as XTask, at);
      case 'xReport': {
        const report = toServerClock(message as XReport, sentAt, correctionMs(sentAt, receivedMs));
        return await runUplink.report(tx, session, report, at);
      }
      case 'xAlarm':
        return await alarms.fromRobot(tx, session, message as XAlarm, at);
      case 'xReply':
        return await applyFinalReply(tx, session, message as XReply, at);
      case 'xJob':
        return await deps.jobs.phase(tx, session, message as XJob, at);
      case 'xMap':
        return await noteMap(tx, deps.maps, session, message as XMap, at);
      default:
        // Rides are acknowledged and stored; the server does not use them yet.
        return [];
    }
  };

  return {
    deliver: async (delivery: Delivery): Promise<void> => {
      const session = deps.sessionOf(delivery);
      const { topic, message, address, receivedMs, replayed } = delivery;
      if (!replayed) setProtocol(session, address, String(message['version'] ?? ''));
      if (topic.startsWith('x')) session.vendor = true;
      flag(session, delivery.flags);
      if (topic === 'connection') return onConnection(session, delivery);
      if (!acceptInOrder(delivery, session)) return;
      if (!replayed) presence.step(session, { kind: 'message', isState: topic === 'state' }, receivedMs);
      await dispatch(session, delivery);
    },

    /** Applies a durable message in the transaction that stores its id (docs/protocol/journal.md#acknowledgement). */
    apply: async (tx: Tx, delivery: Delivery): Promise<void> => {
      const session = deps.sessionOf(delivery);
      for (const refusal of await effectOf(tx, session, delivery))
        await refusals.noteIn(tx, { ...delivery, device: session.device }, refusal);
    },
  };
}
