import { openActionLedger } from './commands/action-ledger.ts';
import { openAlarmBook } from './alarms/alarm-registry.ts';
import type { Base } from './assembly-base.ts';
import { openClockWatch } from './alarms/clock-skew-monitor.ts';
import { openCommandService } from './commands/command-service.ts';
import { openDriveService } from './drive/drive-service.ts';
import { openJobBook } from './commands/job-registry.ts';
import { isoOf } from './protocol/iso.ts';
import { applyRun } from './sessions/live.ts';
import { openLiveStore } from './sessions/live-store.ts';
import { openPowerService } from './care/power-service.ts';
import { openPresence } from './sessions/presence.ts';
import { openProgressWatch } from './runs/stall-detector.ts';
import { openRelocationService } from './care/relocation-service.ts';
import { openRunBook } from './runs/run-registry.ts';
import { openRunDriver } from './runs/run-driver.ts';
import { openRunService } from './runs/run-service.ts';
import { openUpkeep } from './care/upkeep.ts';
import { openMapKeeper } from './maps/map-keeper-service.ts';
import { openSectionKeeper } from './settings/section-keeper.ts';
import type { Session } from './sessions/session.ts';
import { foreignId } from './intake/uplink-refusals.ts';
import { openWatching } from './commands/watching.ts';

/** What knows, decides and asks: live states, alarms, runs, commands, presence. */
export function openEngine(base: Base) {
  const { db, now, bus, log, timing, find, downlink, instant, paths, waiting } = base;
  const live = openLiveStore({ db, now, log, bus, timing, trail: (session) => driver.trail(session) });
  const alarms = openAlarmBook(db, now, bus, log, (session) => live.changed(session, true));
  const book = openRunBook({
    ...{ db, bus, log, paths },
    show: (run, material) => {
      const session = find(run.deviceId);
      const current = book.of(run.deviceId);
      // A late report of an earlier run must not hide the one that is under way.
      if (current && current.row.id !== run.id) return;
      // A run of the company that the device belonged to before is not shown to the next one.
      if (session?.device.companyId === run.companyId)
        live.changed(session, applyRun(session, run, isoOf(now().getTime()), material));
    },
    taken: ({ id, deviceId }) => {
      log.error({ run: id, deviceId }, 'the id of a run is in use by another device');
      const device = find(deviceId)?.device;
      if (device)
        base.refusals.note({ device, topic: 'xTask', message: { runId: id } }, foreignId('runId', id));
    },
  });
  const shared = { book, instant, downlink, now, timing, sessionOf: find };
  const driver = openRunDriver({ ...shared, paths, alarms, log });
  const commands = openCommandService({ db, now, bus, log, timing, downlink, sessionOf: find });
  const wishes = { db, bus, now, log, downlink, sessionOf: find };
  const sections = openSectionKeeper({ ...wishes, commandsWritten: () => commands.flush() });
  const drives = openDriveService({ ...base, commands, sessionOf: find });
  const maps = openMapKeeper({ ...base, sessionOf: find, until: waiting.until });
  const ledger = openActionLedger({ db, now, bus, log });
  const acting = { now, log, timing, instant, ledger, book, sessionOf: find };
  const relocations = openRelocationService({ ...acting, db, commands, until: waiting.until });
  return {
    ledger,
    relocations,
    power: openPowerService({ ...acting, simOperator: base.simOperator }),
    live,
    drives,
    alarms,
    book,
    driver,
    commands,
    ...{ sections, maps },
    jobs: openJobBook({ db, now, bus, log, timing, sessionOf: find }),
    presence: openPresence({
      ...{ db, bus, log, timing, live },
      probe: (session) => instant.request(session, 'stateRequest'),
      cameOnline: (session) => {
        driver.resume(session);
        // At a broker of its own it was there all the time, and says its state only every half minute: a run would wait as long.
        if (!session.state && book.of(session.device.deviceId)) instant.request(session, 'stateRequest');
        sections.reconcile(session);
        maps.cameOnline(session);
      },
    }),
    runs: openRunService({
      ...shared,
      ledger,
      driver,
      until: waiting.until,
      isRelocating: relocations.isEntered,
    }),
    ...openWatches(base, { live, alarms, book, driver, commands, drives }),
  };
}
/** What looks at robots as time passes. */
function openWatches(
  { db, now, log, find, history }: Base,
  { live, alarms, book, driver, commands, drives }: Parts,
) {
  const trail = (session: Session) => void driver.trail(session);
  return {
    watching: openWatching(live, commands, now, log, find, trail, drives.isDriven),
    progress: openProgressWatch(book, alarms, find),
    clocks: openClockWatch(alarms),
    upkeep: openUpkeep(db, now, log, history.keepPartitions),
  };
}

interface Parts {
  live: ReturnType<typeof openLiveStore>;
  alarms: ReturnType<typeof openAlarmBook>;
  book: ReturnType<typeof openRunBook>;
  driver: ReturnType<typeof openRunDriver>;
  commands: ReturnType<typeof openCommandService>;
  drives: ReturnType<typeof openDriveService>;
}
export type Engine = ReturnType<typeof openEngine>;
