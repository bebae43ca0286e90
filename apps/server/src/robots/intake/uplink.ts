import type {
  Connection,
  XAlarm,
  XDriveAck,
  XJob,
  XMap,
  XReply,
  XReport,
  XRequest,
  XRide,
  XTask,
} from '@sweepline/contract/robot';
import { createHeaderOrder } from './header-order.ts';
import { createLiveUplink, type LiveUplinkDeps } from './live-uplink.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CommandService } from '../commands/command-service.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { Delivery } from './ingest.ts';
import { isoOf } from '../protocol/iso.ts';
import type { Journal } from './journal.ts';
import type { JobRegistry } from '../commands/job-registry.ts';
import { storedJob } from '../commands/job-rows.ts';
import type { RideUplink } from '../elevators/ride-uplink.ts';
import { flag } from '../sessions/live.ts';
import { noteMap } from './map-uplink.ts';
import type { RunUplink } from './run-uplink.ts';
import { toServerClock } from '../runs/run-values.ts';
import { correctionMs, eventTime, setProtocol, type Session } from '../sessions/session.ts';
import type { IdRefusal, UplinkRefusals } from './uplink-refusals.ts';

export interface UplinkDeps extends LiveUplinkDeps {
  sessionOf(delivery: Delivery): Session;
  runUplink: RunUplink;
  commands: CommandService;
  jobs: JobRegistry;
  downlink: Downlink;
  journal(): Journal;
  /** Called for a state older than the last one. */
  late(delivery: Delivery): void;
  answer(session: Session, request: XRequest, refuse: (refusal: IdRefusal) => void): Promise<void>;
  refusals: UplinkRefusals;
  rides: RideUplink;
}

/** Handles each kind of message. The messages of one device arrive here in order. */
export function createUplink(deps: UplinkDeps) {
  const { presence, alarms, drives, runUplink, commands, refusals } = deps;
  const headers = createHeaderOrder(deps.late);
  const liveUplink = createLiveUplink(deps);

  const onConnection = (session: Session, { message, replayed, receivedMs, device }: Delivery) => {
    // Ingest has checked the schema of the topic; this justifies every cast below.
    const { connectionState } = message as Connection;
    if (connectionState === 'ONLINE' && !replayed) {
      headers.restart(device.deviceId);
      // A stock vehicle reports ONLINE before it subscribes, so it is reachable with its first state
      // (docs/protocol/connecting.md#order-of-connecting).
      session.state = undefined;
    }
    presence.step(session, { kind: 'connection', value: connectionState, replayed }, receivedMs);
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
      case 'visualization':
      case 'xTelemetry':
      case 'xReported':
      case 'factsheet':
        return liveUplink[delivery.topic](session, delivery);
      default: {
        const { msgId } = delivery.message;
        if (delivery.topic === 'xRide')
          deps.rides.receive(session, delivery.message as XRide, delivery.receivedMs);
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
      case 'xRide':
        await deps.rides.store(tx, session, message as XRide, receivedMs);
        return [];
      default:
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
      const isAccepted = headers.accept(delivery, session);
      // An old message says nothing new, but the robot speaks.
      const isState = isAccepted && topic === 'state';
      if (!replayed) presence.step(session, { kind: 'message', isState }, receivedMs);
      if (!isAccepted) return;
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
