import type { RejectReason } from '@sweepline/contract/robot';
import { createAssemblyBase, type AssemblyOptions, type Base } from './assembly-base.ts';
import { createEngine, type Engine } from './assembly-engine.ts';
import { createIntake, type Intake } from './assembly-intake.ts';
import { createBindingService } from './binding/binding-service.ts';
import { createCredentialCheck } from './identity/credential-check.ts';
import { createDeviceChanges } from './binding/device-changes.ts';
import { applyRun, flag } from './sessions/live.ts';
import { createRegistrationRefresh } from './identity/registration-refresh.ts';
import { restoreDocuments, restoreLives } from './sessions/restore.ts';
import { clockSetBack } from './sessions/clock-set-back.ts';
import { createSessionConflicts } from './sessions/session-conflicts.ts';

/** Builds the parts of the gateway, restores the state of the last process and connects them to the clock. */
export async function assemble(options: AssemblyOptions) {
  const base = createAssemblyBase(options);
  const engine = createEngine(base);
  await restore(base, engine);
  const { registry, sessionOf, deadLetters, now } = base;
  const sessionConflicts = createSessionConflicts();
  const changes = createDeviceChanges({ ...base, ...engine });
  const deviceChanged = changes.apply;
  const refreshes = createRegistrationRefresh({ ...base, deviceChanged });
  const intake = createIntake(base, engine, refreshes);
  const binding = createBindingService({ ...base, ...engine, deviceChanged });
  return {
    ...base,
    ...engine,
    ingest: intake.ingest,
    /** Stores a message that the broker itself refused. */
    noteRefused: (reason: RejectReason, topic: string, sn: string, detail: string) => {
      const device = registry.bySn(sn);
      deadLetters.reject({ reason, topic, sn, device, detail });
      if (device && reason === 'UNSUPPORTED_MAJOR') flag(sessionOf(device), [reason]);
    },
    noteTakeOver: (sn: string) => {
      const device = registry.bySn(sn);
      if (device && sessionConflicts.isFlapping(sn, now().getTime()))
        engine.alarms.raise(sessionOf(device), '80013');
    },
    credentials: createCredentialCheck({ registry, changes, refreshes, authority: options.authority }),
    /** A registration, binding or secret changed. */
    deviceChanged: (deviceId: string): Promise<void> => {
      refreshes.invalidate();
      return deviceChanged(deviceId);
    },
    /** New devices: they have no earlier connection or run to end. */
    devicesAdded: async (deviceIds: readonly string[]): Promise<void> => {
      refreshes.invalidate();
      for (const device of await base.registry.admitNew(deviceIds)) base.sessionOf(device);
    },
    binding,
    clockSetBack: (nowMs: number) => clockSetBack({ ...base, ...engine }, nowMs),
    tick: (nowMs: number) => {
      tickAll(base, engine, nowMs);
      binding.tick(nowMs);
    },
    stop: async () => {
      await settle(base, engine, intake);
      await binding.flush();
    },
  };
}

async function restore(
  { db, now, find, history, documents, waitingReports }: Base,
  engine: Engine,
): Promise<void> {
  await history.keepPartitions();
  await restoreLives(db, find);
  await engine.alarms.load(find);
  await restoreDocuments(documents, find, now);
  for (const { row } of await engine.runRegistry.load()) {
    const session = find(row.deviceId);
    if (session) applyRun(session, row, row.startedAt ?? row.createdAt, false);
  }
  await engine.commands.load();
  await engine.ledger.load();
  await engine.relocations.load();
  await engine.drives.load();
  await engine.sections.load();
  await waitingReports.load();
}

function tickAll(
  { sessions, instant, deadLetters, requests, connectionRefusals, waitingReports }: Base,
  engine: Engine,
  nowMs: number,
): void {
  for (const session of sessions.values()) engine.presence.step(session, { kind: 'tick' }, nowMs);
  instant.tick(nowMs);
  engine.driver.tick(nowMs);
  engine.commands.tick(nowMs);
  engine.power.tick(nowMs);
  engine.relocations.tick(nowMs);
  engine.drives.tick(nowMs);
  engine.sections.tick(nowMs);
  engine.maps.tick(nowMs);
  engine.jobs.tick(nowMs);
  engine.live.tick(nowMs);
  engine.watching.tick(nowMs);
  engine.progress.tick(nowMs);
  engine.clocks.tick(sessions.values(), nowMs);
  engine.alarms.tick(nowMs);
  requests.tick(nowMs);
  connectionRefusals.tick(nowMs);
  waitingReports.tick(nowMs);
  void engine.presence.flush();
  void deadLetters.flush();
}

/** Ends the pending waits and writes the state that is only in memory. */
async function settle(base: Base, engine: Engine, { journal }: Intake): Promise<void> {
  base.instant.stop();
  base.waiting.stop();
  await engine.drives.stop();
  await journal.stop();
  await base.paths.flush();
  await Promise.all([base.waitingReports.flush(), base.refusals.flush()]);
  const { live, runRegistry, presence, commands, ledger, relocations, sections, maps, jobs, alarms } = engine;
  const writers = [
    live,
    runRegistry,
    presence,
    commands,
    ledger,
    relocations,
    sections,
    maps,
    jobs,
    alarms,
    base.deadLetters,
    base.requests,
    base.connectionRefusals,
    base.documents,
    base.history,
  ];
  await Promise.all(writers.map((it) => it.flush()));
}
