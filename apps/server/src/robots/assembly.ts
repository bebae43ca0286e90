import type { RejectReason } from '@sweepline/contract/robot';
import { openAcknowledger } from './acknowledger.ts';
import { openAdoption } from './adoption.ts';
import { openAlarmBook } from './alarm-book.ts';
import { openClockWatch } from './clock-watch.ts';
import { openCommandService } from './command-service.ts';
import { openDeadLetters } from './dead-letters.ts';
import { openDeviceChanges } from './device-changes.ts';
import { openDocuments } from './document-store.ts';
import { openDownlink } from './downlink.ts';
import type { GatewayLimits, GatewayOptions, GatewayTiming } from './gateway-options.ts';
import { openHistory } from './history-service.ts';
import { openIngest } from './ingest.ts';
import { openInstantActions } from './instant-actions.ts';
import { openJournal } from './journal.ts';
import { applyRun, flag } from './live.ts';
import { openLiveStore } from './live-store.ts';
import type { Link } from './link.ts';
import { openPresence } from './presence.ts';
import { openProgressWatch } from './progress-watch.ts';
import { openRateGuard } from './rate-guard.ts';
import type { Registration, Registry } from './registry.ts';
import { answerRequest } from './requests.ts';
import { openRunBook } from './run-book.ts';
import { openRunDriver } from './run-driver.ts';
import { openPaths } from './run-path.ts';
import { openRunService } from './run-service.ts';
import { openRunUplink } from './run-uplink.ts';
import { newSession, type Session } from './session.ts';
import { restoreDocuments, restoreLives } from './restore.ts';
import { openTakeOvers } from './take-overs.ts';
import { openUpkeep } from './upkeep.ts';
import { openUplink } from './uplink.ts';
import { openWaiting } from './waiting.ts';
import { openWatching } from './watching.ts';

export interface AssemblyOptions extends GatewayOptions {
  timing: GatewayTiming;
  limits: GatewayLimits;
  interfaces: readonly string[];
  registry: Registry;
  link: Pick<Link, 'publish' | 'disconnect'>;
}

/** Builds the parts of the gateway and ties them together; the only place that knows all of them. */
export async function assemble(options: AssemblyOptions) {
  const { db, now, bus, log, timing, limits, registry, link } = options;
  const sessions = new Map<string, Session>();
  const sessionOf = (device: Registration): Session => {
    const known = sessions.get(device.deviceId);
    if (known) return known;
    const fresh = newSession(device);
    sessions.set(device.deviceId, fresh);
    return fresh;
  };
  const find = (deviceId: string) => sessions.get(deviceId);
  for (const device of registry.all()) sessionOf(device);

  const deadLetters = openDeadLetters(db, now, log, limits.deadLettersPerHour);
  const downlink = openDownlink(link, now, log);
  const instant = openInstantActions(downlink, now, timing);
  const paths = openPaths(db, log);
  const documents = openDocuments(db, now, log);
  const history = openHistory(db, now, log);
  const acknowledger = openAcknowledger(downlink, now);
  const waiting = openWaiting();

  const live = openLiveStore({ db, now, log, bus, timing, trail: (session) => driver.trail(session) });
  const alarms = openAlarmBook(db, now, bus, log, (session) => live.changed(session, true));
  const book = openRunBook({
    db,
    bus,
    log,
    paths,
    show: (run, material) => {
      const session = find(run.deviceId);
      if (session) live.changed(session, applyRun(session, run, now().toISOString(), material));
    },
  });
  const driver = openRunDriver({ book, paths, downlink, instant, alarms, now, timing, log, sessionOf: find });
  const runUplink = openRunUplink({ book, driver });
  const commands = openCommandService({ db, now, log, timing, downlink, sessionOf: find });
  const presence = openPresence({
    db,
    bus,
    log,
    timing,
    live,
    probe: (session) => instant.request(session, 'stateRequest'),
    cameOnline: (session) => driver.resume(session),
  });
  const runs = openRunService({
    now,
    timing,
    book,
    driver,
    instant,
    downlink,
    sessionOf: find,
    until: waiting.until,
  });
  const watching = openWatching(live, commands, now, log, find, (session) => void driver.trail(session));
  const progress = openProgressWatch(book, alarms, find);
  const clocks = openClockWatch(alarms);
  const upkeep = openUpkeep(db, now, log, history.keepPartitions);
  const takeOvers = openTakeOvers();

  const uplink = openUplink({
    sessionOf: (delivery) => sessionOf(delivery.device),
    presence,
    live,
    alarms,
    instant,
    driver,
    runUplink,
    commands,
    documents,
    downlink,
    journal: () => journal,
    late: ({ device, topic }) =>
      deadLetters.reject({ reason: 'LATE', topic, sn: device.sn, device, detail: '' }),
    stateSeen: waiting.stateSeen,
    answer: (session, request) => answerRequest(downlink, session, request, now),
  });
  const journal = openJournal({
    db,
    now,
    log,
    apply: uplink.apply,
    writeRows: book.settle,
    acknowledge: (entries) => {
      for (const { delivery, msgId } of entries) acknowledger.add(sessionOf(delivery.device), msgId);
    },
    bury: ({ delivery }, error) => {
      log.error(
        { error, topic: delivery.topic, sn: delivery.device.sn },
        'a durable message could not be stored',
      );
      deadLetters.reject({
        reason: 'INTERNAL',
        topic: delivery.topic,
        sn: delivery.device.sn,
        device: delivery.device,
        detail: String(error),
        payload: Buffer.from(JSON.stringify(delivery.message)),
      });
    },
  });
  const ingest = openIngest({
    registry,
    guard: openRateGuard(limits),
    deadLetters,
    now,
    log,
    interfaces: options.interfaces,
    deliver: uplink.deliver,
    acknowledge: (device, msgId) => acknowledger.add(sessionOf(device), msgId),
    adopt: openAdoption(db, now, log, registry, options.autoAdopt ?? 'pending'),
    raise: (device, code) => alarms.raise(sessionOf(device), code),
  });

  await history.keepPartitions();
  await restoreLives(db, find);
  await alarms.load(find);
  await restoreDocuments(documents, find, now);
  await book.load();
  await commands.load();

  return {
    ingest,
    deadLetters,
    sessions,
    paths,
    history,
    commands,
    runs,
    watching,
    /** What the broker turned away before it became a message. */
    noteRefused: (reason: RejectReason, topic: string, sn: string, detail: string) => {
      const device = registry.bySn(sn);
      deadLetters.reject({ reason, topic, sn, device, detail });
      if (device && reason === 'UNSUPPORTED_MAJOR') flag(sessionOf(device), [reason]);
    },
    noteTakeOver: (sn: string) => {
      const device = registry.bySn(sn);
      if (device && takeOvers.isFlapping(sn, now().getTime())) alarms.raise(sessionOf(device), '80013');
    },
    /** A registration, binding or secret changed. */
    deviceChanged: openDeviceChanges({ registry, sessions, sessionOf, presence, live, link, now }),
    tick: (nowMs: number): void => {
      for (const session of sessions.values()) presence.step(session, { kind: 'tick' }, nowMs);
      instant.tick(nowMs);
      driver.tick(nowMs);
      commands.tick(nowMs);
      live.tick(nowMs);
      watching.tick(nowMs);
      progress.tick(nowMs);
      clocks.tick(sessions.values(), nowMs);
      upkeep.tick(nowMs);
      void presence.flush();
      void deadLetters.flush();
    },
    stop: async (): Promise<void> => {
      instant.stop();
      waiting.stop();
      await journal.stop();
      acknowledger.stop();
      await paths.flush();
      await Promise.all([
        live.flush(),
        book.flush(),
        presence.flush(),
        deadLetters.flush(),
        commands.flush(),
        alarms.flush(),
        documents.flush(),
        history.flush(),
        upkeep.flush(),
      ]);
    },
  };
}
