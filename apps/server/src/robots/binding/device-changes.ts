import { formatTopic, upTopicNames, upTopics } from '@sweepline/contract/robot';
import { deleteLateRows } from '../../entities/devices/device-rows.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Acknowledger } from '../intake/acknowledger.ts';
import type { CommandService } from '../commands/command-service.ts';
import type { Documents } from '../sessions/document-store.ts';
import type { LiveStore } from '../sessions/live-store.ts';
import type { Link } from '../protocol/link.ts';
import type { Presence } from '../sessions/presence.ts';
import type { RunRegistry } from '../runs/run-registry.ts';
import type { RunDriver } from '../runs/run-driver.ts';
import { isBound, type Registration, type Registry } from '../identity/registry.ts';
import type { SectionKeeper } from '../settings/section-keeper.ts';
import { newSession, type Session } from '../sessions/session.ts';

interface DeviceChangesDeps {
  registry: Registry;
  sessions: Map<string, Session>;
  sessionOf(device: Registration): Session;
  presence: Presence;
  live: LiveStore;
  link: Pick<Link, 'publish' | 'disconnect' | 'unfollow'>;
  receiveFrom(sessions: readonly Session[]): Promise<void>;
  now: Clock;
  acknowledger: Acknowledger;
  commands: CommandService;
  runRegistry: RunRegistry;
  driver: RunDriver;
  documents: Documents;
  sections: SectionKeeper;
  db: Db;
}

/** Applies a changed registration, binding or secret to a device that may be connected. */
export function createDeviceChanges({
  registry,
  sessions,
  sessionOf,
  presence,
  live,
  link,
  receiveFrom,
  now,
  acknowledger,
  commands,
  runRegistry,
  driver,
  documents,
  sections,
  db,
}: DeviceChangesDeps) {
  /** Ends the run and commands of a device that is no longer bound, and erases its state. */
  const release = async (session: Session, after: Registration): Promise<void> => {
    const run = runRegistry.of(after.deviceId);
    if (run) driver.transition(run, session, { to: 'INTERRUPTED', code: 'USER_CANCELED' });
    commands.abandon(after.deviceId);
    sessions.set(after.deviceId, newSession(after));
    await documents.forget(after.deviceId);
    await live.erase(session);
    // A void serial number keeps its rows as a record.
    if (after.binding === 'NOT_ACTIVATED') await inScope(db, '*', (tx) => deleteLateRows(tx, after.deviceId));
    await sections.changed(after.deviceId);
    await clearRetained(link, session);
  };

  /** Ends the run and commands of the company that gave the device away; later messages belong to the new company. */
  const endCompanyWork = (session: Session, { deviceId, companyId }: Registration): void => {
    const run = runRegistry.of(deviceId);
    commands.abandon(deviceId);
    if (!run || run.row.companyId === companyId) return;
    if (run.row.state === 'COMPLETE') runRegistry.change(run, { state: 'SUCCESS', reportMissing: true });
    else driver.transition(run, session, { to: 'INTERRUPTED', code: 'USER_CANCELED' });
  };

  const turns = new Map<string, Promise<void>>();
  const change = async (deviceId: string): Promise<void> => {
    const certificates = registry.certificatesOf(deviceId);
    const { before, after } = await registry.reload(deviceId);
    if (before && before.sn !== after?.sn) await link.unfollow?.([before.sn]);
    const session = sessions.get(deviceId);
    // A device that was not bound has no connection to close; its new connection uses its new credential.
    const lostAccess =
      before &&
      isBound(before) &&
      (!after ||
        !isBound(after) ||
        after.secretHash !== before.secretHash ||
        !certificates.isSubsetOf(registry.certificatesOf(deviceId)));
    if (session && after) session.device = after;
    if (after && !session) sessionOf(after);
    if (after && after.sn !== before?.sn) await receiveFrom([sessionOf(after)]);
    if (session && after && before && before.companyId !== after.companyId) endCompanyWork(session, after);
    // The stored messages are acknowledged first, so the device does not send them again to its next company.
    if (lostAccess && session) await acknowledger.flushFor(session);
    if (lostAccess) link.disconnect(before.sn);
    const leaves = before && isBound(before) && !(after && isBound(after));
    if (session && (leaves || !after)) presence.step(session, { kind: 'revoked' }, now().getTime());
    if (session && after && leaves) await release(session, after);
    if (session && !after) {
      live.forget(session);
      sessions.delete(deviceId);
      await clearRetained(link, session);
    }
  };

  return {
    /** Serial for each device: a second change starts after the first is done. */
    apply: (deviceId: string): Promise<void> => {
      const before = turns.get(deviceId) ?? Promise.resolve();
      const queued = before
        .catch(() => {})
        .then(() => change(deviceId))
        .finally(() => turns.get(deviceId) === queued && turns.delete(deviceId));
      turns.set(deviceId, queued);
      return queued;
    },
    /** The change in progress for a device. A credential checked before it ends may open a connection that it then closes. */
    inProgress: (deviceId: string): Promise<void> | undefined => turns.get(deviceId),
  };
}

/**
 * An empty retained message clears a retained one: a client of the broker must not see a deleted device
 * (docs/protocol/vda-vehicles.md#life-of-a-vehicle).
 */
async function clearRetained(link: Pick<Link, 'publish'>, { address }: Session): Promise<void> {
  for (const topic of upTopicNames)
    if (upTopics[topic].retain) await link.publish(formatTopic(address, topic), '', { retain: true });
  await link.publish(formatTopic(address, 'xDesired'), '', { retain: true });
}
