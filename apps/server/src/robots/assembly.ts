import { announceDevice } from '../features/devices/identity/credential-service.ts';
import type { RejectReason } from '@sweepline/contract/robot';
import { createAssemblyBase, type AssemblyOptions, type Base } from './assembly-base.ts';
import { createEngine, type Engine } from './assembly-engine.ts';
import { createIntake, type Intake } from './assembly-intake.ts';
import { createBindingService } from './binding/binding-service.ts';
import { createCredentialCheck } from './identity/credential-check.ts';
import { createDeviceChanges } from './binding/device-changes.ts';
import { flag } from './sessions/live.ts';
import { createPartitions } from './care/telemetry-partitions.ts';
import { inScope } from '../platform/db/db.ts';
import { createRegistrationRefresh } from './identity/registration-refresh.ts';
import { clockSetBack } from './sessions/clock-set-back.ts';
import { createShardHolder, flushEngine } from './assembly-shards.ts';
import { createSessionConflicts } from './sessions/session-conflicts.ts';

/** Builds the parts of the gateway and connects them to the clock. They act for no robot until its shard is adopted. */
export async function assemble(options: AssemblyOptions) {
  const base = createAssemblyBase(options);
  const engine = createEngine(base);
  await inScope(base.db, '*', (tx) => createPartitions(tx, base.now));
  const { registry, sessionOf, deadLetters, now } = base;
  const sessionConflicts = createSessionConflicts();
  const changes = createDeviceChanges({ ...base, ...engine });
  const deviceChanged = changes.apply;
  const refreshes = createRegistrationRefresh({
    ...base,
    deviceChanged,
    foundElsewhere: (deviceId) => announceDevice(base.bus, deviceId),
  });
  const intake = createIntake(base, engine, { refreshes, deviceChanged });
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
      const added = await base.registry.admitNew(deviceIds);
      await base.receiveFrom(added.map(base.sessionOf));
    },
    binding,
    shards: createShardHolder({ base, engine, intake, refreshes }),
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
  engine.videos.tick(nowMs);
  engine.liveLogs.tick(nowMs);
  engine.shells.tick(nowMs);
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
  await engine.videos.stop();
  await engine.liveLogs.stop();
  await engine.shells.stop();
  await journal.stop();
  await base.paths.flush();
  await Promise.all([base.waitingReports.flush(), base.refusals.flush(), engine.maps.flush()]);
  await flushEngine(base, engine);
}
