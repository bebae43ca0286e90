import { formatTopic, upTopicNames, upTopics } from '@sweepline/contract/robot';
import type { Clock } from '../platform/clock.ts';
import type { LiveStore } from './live-store.ts';
import type { Link } from './link.ts';
import type { Presence } from './presence.ts';
import { isBound, type Registration, type Registry } from './registry.ts';
import type { Session } from './session.ts';

interface DeviceChangesDeps {
  registry: Registry;
  sessions: Map<string, Session>;
  sessionOf(device: Registration): Session;
  presence: Presence;
  live: LiveStore;
  link: Pick<Link, 'publish' | 'disconnect'>;
  now: Clock;
}

/** What a changed registration, binding or secret means for a device that may be connected right now. */
export function openDeviceChanges({
  registry,
  sessions,
  sessionOf,
  presence,
  live,
  link,
  now,
}: DeviceChangesDeps) {
  return async (deviceId: string): Promise<void> => {
    const { before, after } = await registry.reload(deviceId);
    const session = sessions.get(deviceId);
    const lostAccess = before && (!after || !isBound(after) || after.secretHash !== before.secretHash);
    if (session && after) session.device = after;
    if (after && !session) sessionOf(after);
    if (lostAccess) link.disconnect(before.sn);
    if (session && (!after || !isBound(after))) presence.step(session, { kind: 'revoked' }, now().getTime());
    if (session && !after) {
      live.forget(session);
      sessions.delete(deviceId);
      await clearRetained(link, session);
    }
  };
}

/** A deleted device must not seem to be there to whoever asks the broker: an empty retained message clears one (3.4). */
async function clearRetained(link: Pick<Link, 'publish'>, { address }: Session): Promise<void> {
  for (const topic of upTopicNames)
    if (upTopics[topic].retain) await link.publish(formatTopic(address, topic), '', { retain: true });
}
