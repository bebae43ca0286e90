import { setTimeout as pause } from 'node:timers/promises';
import type { ShardHolder } from '../platform/cluster/shard-keeper.ts';
import { shardOf } from '../platform/cluster/shards.ts';
import type { Base } from './assembly-base.ts';
import type { Engine } from './assembly-engine.ts';
import type { Intake } from './assembly-intake.ts';
import type { RegistrationRefresh } from './identity/registration-refresh.ts';
import { applyRun } from './sessions/live.ts';
import { restoreDocuments, restoreLives } from './sessions/restore.ts';
import type { Session } from './sessions/session.ts';

interface ShardHolderDeps {
  base: Base;
  engine: Engine;
  intake: Intake;
  refreshes: Pick<RegistrationRefresh, 'invalidate'>;
}

/** The owner of this shard meets the robots that are not registered. */
const shardOfStrangers = 0;
const goodbyeMs = 2_000;

/** Takes robots on from the database, and gives them back, shard by shard. */
export function createShardHolder({ base, engine, intake, refreshes }: ShardHolderDeps): ShardHolder {
  const { sessions, registry, link } = base;
  const sessionsIn = (shards: readonly number[]): Session[] => {
    const wantedShards = new Set(shards);
    return [...sessions.values()].filter(({ device }) => wantedShards.has(shardOf(device.deviceId)));
  };

  return {
    adopt: async (shards) => {
      refreshes.invalidate();
      const adopted = await registry.adopt(shards);
      const restored = adopted.map(base.sessionOf);
      await restore(base, engine, shards);
      // Only now may messages arrive: they are compared with what was restored.
      await base.receiveFrom(restored);
      if (shards.includes(shardOfStrangers)) await link.meetStrangers?.(true);
    },
    release: async (shards) => {
      const leaving = sessionsIn(shards);
      if (shards.includes(shardOfStrangers)) await link.meetStrangers?.(false);
      await link.unfollow?.(leaving.map(({ device }) => device.sn));
      for (const { device } of leaving) registry.dismiss(device.deviceId);
      await intake.journal.drained();
      // The end of a drive waits for its robot, and an acknowledgement for the broker; both may be away.
      const goodbye = leaving.map(async (session) => {
        await engine.drives.handAway(session.device.deviceId);
        await engine.videos.handAway(session.device.deviceId);
        await engine.liveLogs.handAway(session.device.deviceId);
        await engine.shells.handAway(session.device.deviceId);
        await base.acknowledger.flushFor(session);
      });
      await Promise.race([Promise.all(goodbye), pause(goodbyeMs, undefined, { ref: false })]);
      await base.paths.flush();
      await flushEngine(base, engine);
      // The first round may have caused more rows, as the end of a drive does.
      await flushEngine(base, engine);
    },
    forget: (shards) => {
      for (const session of sessionsIn(shards)) forget(base, engine, session);
    },
  };
}

async function restore(
  { db, now, timing, find, documents, waitingReports }: Base,
  engine: Engine,
  shards: readonly number[],
): Promise<void> {
  await restoreLives({ db, now, timing }, shards, find);
  await engine.alarms.load(shards, find);
  await restoreDocuments(documents, shards, find, now);
  for (const { row } of await engine.runRegistry.load(shards)) {
    const session = find(row.deviceId);
    if (session) applyRun(session, row, row.startedAt ?? row.createdAt, false);
  }
  await engine.commands.load(shards);
  await engine.ledger.load(shards);
  await engine.relocations.load(shards);
  await engine.drives.load(shards);
  await engine.videos.load(shards);
  await engine.liveLogs.load(shards);
  await engine.shells.load(shards);
  await engine.sections.load(shards);
  await waitingReports.load(shards);
}

/** Drops what memory holds of a robot. Its session stays with work under way, which can write nothing any more. */
function forget({ sessions, instant, waiting, registry }: Base, engine: Engine, session: Session): void {
  const { deviceId } = session.device;
  sessions.delete(deviceId);
  registry.dismiss(deviceId);
  instant.forget(session);
  waiting.forget(session);
  engine.live.forget(session);
  engine.alarms.forget(deviceId);
  engine.runRegistry.forgetDevice(deviceId);
  engine.commands.forget(deviceId);
  engine.power.forget(deviceId);
  engine.relocations.forget(deviceId);
  engine.sections.forget(deviceId);
  engine.maps.forget(deviceId);
  engine.jobs.forget(deviceId);
}

/** Writes what is only in memory. */
export async function flushEngine(base: Base, engine: Engine): Promise<void> {
  const { live, runRegistry, presence, commands, ledger, relocations, sections, maps, jobs, alarms } = engine;
  const writers = [
    live,
    runRegistry,
    presence,
    commands,
    ledger,
    relocations,
    sections,
    jobs,
    alarms,
    base.deadLetters,
    base.requests,
    base.connectionRefusals,
    base.documents,
    base.history,
  ];
  await Promise.all([...writers.map((it) => it.flush()), maps.flushStates()]);
}
