import type { Channel } from '../../../platform/socket/bus.ts';
import { deviceTopic, driveTopic, sharedMessage, sharedTopic, type Message } from '@sweepline/contract';
import type { Account } from '../../../platform/calls/ctx.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { inScope } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { endsInId, type TopicRule } from '../../../platform/socket/topic-rule.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { controlChanged } from '../control/control-service.ts';
import { watchableShares } from '../control/share-service.ts';
import { sharedPart } from './shared-part-service.ts';

const sharedFamily = '/ws/shared/';
type Shared = Message<ReturnType<typeof sharedTopic>>;

interface Needs {
  services: Services;
  now: Clock;
  robots: Pick<Robots, 'watch'>;
}

/** Live state and driver of a device, for accounts with a share of it. */
export const sharedTopics = ({ services, now, robots }: Needs): TopicRule[] => {
  const shares = createShareCache(services, now);
  const relays = new Map<string, () => void>();
  return [
    {
      name: sharedFamily,
      family: true,
      allow: 'signedIn',
      message: sharedMessage,
      everyMs: 150,
      merge: (older, newer) => merged(older as Shared, newer as Shared),
      isValid: endsInId(sharedFamily),
      admit: async ({ id }, requested) => {
        const deviceIds = await shares.read(
          id,
          requested.map((topic) => topic.slice(sharedFamily.length)),
        );
        return deviceIds.map((deviceId) => sharedFamily + deviceId);
      },
      // The message goes to all subscribers; whether a share is still valid is checked when it is sent.
      personal: async (account, _lang, content) =>
        shares.has(account, deviceIn(content as Shared)) ? [{ content }] : [],
      onListening: (topic, listening) => {
        const id = topic.slice(sharedFamily.length);
        relays.get(id)?.();
        relays.delete(id);
        robots.watch(id, listening, 'shared');
        if (listening) relays.set(id, relay(services, id));
      },
    },
  ];
};

const deviceIn = ({ live, drive }: Shared) => live?.deviceId ?? drive?.deviceId ?? '';

const merged = (older: Shared, newer: Shared): Shared => ({
  live: newer.live ?? older.live,
  drive: newer.drive ?? older.drive,
});

/** Publishes a device's messages on its shared topic, without the parts that a share does not include. */
function relay({ bus }: Services, id: string): () => void {
  // Each server derives it from the device's own messages, which all of them get.
  const channel: Channel<Shared> = { ...sharedTopic(id), isLocal: true };
  const publish = (content: Shared) => bus.publish(channel, content);
  const stops = [
    bus.subscribe(deviceTopic(id), ({ content }) => publish({ live: sharedPart(content.live), drive: null })),
    bus.subscribe(driveTopic(id), ({ content }) => publish({ live: null, drive: content })),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Caches until when each subscribed account has a share of a device; read again whenever a share may have changed. */
function createShareCache({ db, bus }: Services, now: Clock) {
  /** End times by account and device. */
  const until = new Map<string, Map<string, number>>();
  const read = async (accountId: string, deviceIds: readonly string[]): Promise<string[]> => {
    if (deviceIds.length === 0) return [];
    const shares = await inScope(
      db,
      '*',
      (all) => watchableShares(all, accountId, deviceIds, now().getTime()),
      { readOnly: true },
    );
    const ends = until.get(accountId) ?? new Map<string, number>();
    for (const id of deviceIds) ends.delete(id);
    for (const { deviceId, endsAt } of shares)
      ends.set(deviceId, Math.max(ends.get(deviceId) ?? 0, endsAt ? Date.parse(endsAt) : Infinity));
    if (ends.size > 0) until.set(accountId, ends);
    else until.delete(accountId);
    return [...new Set(shares.map(({ deviceId }) => deviceId))];
  };
  const readAgain = () => {
    const before = [...until];
    // No message is sent until the shares are read again.
    until.clear();
    for (const [accountId, ends] of before) read(accountId, [...ends.keys()]).catch(() => {});
  };
  bus.subscribe(controlChanged, readAgain);
  bus.onGap(readAgain);
  return {
    read,
    has: (account: Account, deviceId: string) =>
      (until.get(account.id)?.get(deviceId) ?? 0) > now().getTime(),
  };
}
