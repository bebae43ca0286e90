import { openAlarmBook } from './alarm-book.ts';
import type { Base } from './assembly-base.ts';
import { openClockWatch } from './clock-watch.ts';
import { openCommandService } from './command-service.ts';
import { isoOf } from './iso.ts';
import { applyRun } from './live.ts';
import { openLiveStore } from './live-store.ts';
import { openPresence } from './presence.ts';
import { openProgressWatch } from './progress-watch.ts';
import { openRunBook } from './run-book.ts';
import { openRunDriver } from './run-driver.ts';
import { openRunService } from './run-service.ts';
import { openUpkeep } from './upkeep.ts';
import { openWatching } from './watching.ts';

/** What knows, decides and asks: live states, alarms, runs, commands, presence. */
export function openEngine(base: Base) {
  const { db, now, bus, log, timing, find, downlink, instant, paths, waiting, history } = base;
  const live = openLiveStore({ db, now, log, bus, timing, trail: (session) => driver.trail(session) });
  const alarms = openAlarmBook(db, now, bus, log, (session) => live.changed(session, true));
  const book = openRunBook({
    ...{ db, bus, log, paths },
    show: (run, material) => {
      const session = find(run.deviceId);
      const current = book.of(run.deviceId);
      // A late report of an earlier run must not hide the one that is under way.
      if (current && current.row.id !== run.id) return;
      if (session) live.changed(session, applyRun(session, run, isoOf(now().getTime()), material));
    },
  });
  const shared = { book, instant, downlink, now, timing, sessionOf: find };
  const driver = openRunDriver({ ...shared, paths, alarms, log });
  const commands = openCommandService({ db, now, log, timing, downlink, sessionOf: find });
  return {
    live,
    alarms,
    book,
    driver,
    commands,
    presence: openPresence({
      ...{ db, bus, log, timing, live },
      probe: (session) => instant.request(session, 'stateRequest'),
      cameOnline: (session) => driver.resume(session),
    }),
    runs: openRunService({ ...shared, driver, until: waiting.until }),
    watching: openWatching(live, commands, now, log, find, (session) => void driver.trail(session)),
    progress: openProgressWatch(book, alarms, find),
    clocks: openClockWatch(alarms),
    upkeep: openUpkeep(db, now, log, history.keepPartitions),
  };
}
export type Engine = ReturnType<typeof openEngine>;
