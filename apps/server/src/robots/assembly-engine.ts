import { createActionLedger } from './commands/action-ledger.ts';
import { createAlarmRegistry } from './alarms/alarm-registry.ts';
import type { Base } from './assembly-base.ts';
import { createClockSkewMonitor } from './alarms/clock-skew-monitor.ts';
import { createCommandService } from './commands/command-service.ts';
import { createDriveService } from './drive/drive-service.ts';
import { createJobRegistry } from './commands/job-registry.ts';
import { isoOf } from './protocol/iso.ts';
import { applyRun } from './sessions/live.ts';
import { createLiveStore } from './sessions/live-store.ts';
import { createPowerService } from './care/power-service.ts';
import { createPresence } from './sessions/presence.ts';
import { createStallDetector } from './runs/stall-detector.ts';
import { createRelocationService } from './care/relocation-service.ts';
import { createRunRegistry } from './runs/run-registry.ts';
import { createRunDriver } from './runs/run-driver.ts';
import { createRunService } from './runs/run-service.ts';
import { createMapKeeper } from './maps/map-keeper-service.ts';
import { createSectionKeeper } from './settings/section-keeper.ts';
import { createLiveLogService } from './live-log/live-log-service.ts';
import { createShellService } from './shell/shell-service.ts';
import { createVideoService } from './video/video-service.ts';
import type { Session } from './sessions/session.ts';
import { foreignId } from './intake/uplink-refusals.ts';
import { createStateWatch } from './commands/watching.ts';

/** The parts with state and decisions: live states, alarms, runs, commands, presence. */
export function createEngine(base: Base) {
  const { db, now, bus, log, timing, find, owns, downlink, instant, paths, waiting } = base;
  const live = createLiveStore({
    db,
    now,
    log,
    bus,
    timing,
    owns,
    trail: (session) => driver.trail(session),
  });
  const alarms = createAlarmRegistry(base, (session) => live.changed(session, true));
  const runRegistry = createRunRegistry({
    db,
    bus,
    log,
    paths,
    owns,
    show: (run, material) => {
      const session = find(run.deviceId);
      const current = runRegistry.of(run.deviceId);
      // A late report of an earlier run must not hide the active run.
      if (current && current.row.id !== run.id) return;
      // A run of the device's previous company is not shown to its present one.
      if (session?.device.companyId === run.companyId)
        live.changed(session, applyRun(session, run, isoOf(now().getTime()), material));
    },
    onIdTaken: ({ id, deviceId }) => {
      log.error({ run: id, deviceId }, 'the id of a run is in use by another device');
      const device = find(deviceId)?.device;
      if (device)
        base.refusals.note({ device, topic: 'xTask', message: { runId: id } }, foreignId('runId', id));
    },
  });
  const shared = { runRegistry, instant, downlink, now, timing, sessionOf: find };
  const driver = createRunDriver({ ...shared, paths, alarms, log });
  const commands = createCommandService({ db, now, bus, log, timing, owns, downlink, sessionOf: find });
  const sectionDeps = { db, bus, now, log, downlink, sessionOf: find };
  const sections = createSectionKeeper({ ...sectionDeps, commandsWritten: () => commands.flush() });
  const drives = createDriveService({ ...base, commands, sessionOf: find });
  const maps = createMapKeeper({ ...base, sessionOf: find, until: waiting.until });
  const ledger = createActionLedger({ db, now, bus, log });
  const actionDeps = { now, log, timing, instant, ledger, runRegistry, sessionOf: find };
  const relocations = createRelocationService({
    ...actionDeps,
    db,
    commands,
    until: waiting.until,
    enableMap: maps.enable,
    changed: (session) => live.changed(session, true),
  });
  return {
    ledger,
    relocations,
    power: createPowerService({ ...actionDeps, simOperator: base.simOperator }),
    live,
    drives,
    videos: createVideoService({ ...base, commands, sessionOf: find }),
    shells: createShellService({ ...base, commands, sessionOf: find }),
    liveLogs: createLiveLogService({ ...base, commands, sessionOf: find }),
    alarms,
    runRegistry,
    driver,
    commands,
    sections,
    maps,
    jobs: createJobRegistry({ db, now, bus, log, timing, sessionOf: find }),
    presence: createPresence({
      db,
      bus,
      log,
      timing,
      live,
      probe: (session) => instant.request(session, 'stateRequest'),
      cameOnline: (session) => {
        driver.resume(session);
        // At an outside broker the robot may not reconnect and sends its state only every 30 s; a run would wait as long.
        if (!session.state && runRegistry.of(session.device.deviceId))
          instant.request(session, 'stateRequest');
        sections.reconcile(session);
        maps.cameOnline(session);
      },
    }),
    runs: createRunService({
      ...shared,
      ledger,
      driver,
      until: waiting.until,
    }),
    ...createWatches(base, { live, alarms, runRegistry, driver, commands, drives }),
  };
}
/** The monitors that run on the clock. */
function createWatches(
  { now, log, find }: Base,
  { live, alarms, runRegistry, driver, commands, drives }: Parts,
) {
  const trail = (session: Session) => void driver.trail(session);
  return {
    watching: createStateWatch(live, commands, now, log, find, trail, drives.isDriven),
    progress: createStallDetector(runRegistry, alarms, find),
    clocks: createClockSkewMonitor(alarms),
  };
}

interface Parts {
  live: ReturnType<typeof createLiveStore>;
  alarms: ReturnType<typeof createAlarmRegistry>;
  runRegistry: ReturnType<typeof createRunRegistry>;
  driver: ReturnType<typeof createRunDriver>;
  commands: ReturnType<typeof createCommandService>;
  drives: ReturnType<typeof createDriveService>;
}
export type Engine = ReturnType<typeof createEngine>;
