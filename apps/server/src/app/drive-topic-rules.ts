import {
  deviceTopic,
  driveTopic,
  permissions,
  sharedMessage,
  sharedTopic,
  driveStatus,
  type DeviceLive,
  type Message,
} from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { controlChanged } from '../features/device-control/control-service.ts';
import { sharedPart } from '../features/device-shares/shared-part-service.ts';
import { shareOf } from '../features/device-shares/share-service.ts';
import { devices } from '../features/devices/device-table.ts';
import type { Robots } from '../features/devices/robots-service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Account } from '../platform/ctx.ts';
import { inScope } from '../platform/db.ts';
import type { TopicRule } from '../platform/listeners.ts';
import { visible } from '../platform/page.ts';
import type { Services } from '../platform/services.ts';

const uuid = z.uuid();
const driveFamily = '/ws/drive/';
const sharedFamily = '/ws/shared/';
type Shared = Message<ReturnType<typeof sharedTopic>>;

/** Who drives, for people of the device's companies; and a device's place and driver, for those it was shared with. */
export const driveTopicRules = (
  services: Services,
  now: Clock,
  robots: Pick<Robots, 'watch'>,
): TopicRule[] => {
  const held = sharesHeld(services, now);
  const relays = new Map<string, () => void>();
  return [
    {
      name: driveFamily,
      family: true,
      allow: permissions.deviceList,
      message: driveStatus,
      admit: (account, topic) => sees(services, account, topic.slice(driveFamily.length)),
    },
    {
      name: sharedFamily,
      family: true,
      allow: 'signedIn',
      message: sharedMessage,
      everyMs: 150,
      merge: (older, newer) => merged(older as Shared, newer as Shared),
      admit: (account, topic) => held.admit(account, topic.slice(sharedFamily.length)),
      // It goes to everybody on the topic; whether their share still stands is asked when a message has its turn.
      personal: async (account, _lang, content) =>
        held.has(account, deviceIn(content as Shared)) ? [{ content }] : [],
      heard: (topic, listening) => {
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

async function sees({ db }: Services, account: Account, id: string): Promise<boolean> {
  if (!uuid.safeParse(id).success) return false;
  const rows = await inScope(
    db,
    account.scope,
    (tx) =>
      tx
        .select({ id: devices.id })
        .from(devices)
        .where(and(eq(devices.id, id), visible(tx, devices))),
    { readOnly: true },
  );
  return rows.length > 0;
}

/** Says on the shared topic what is said of the device to its own people, less what is none of a receiver's business. */
function relay({ bus }: Services, id: string): () => void {
  const say = (content: Shared) => bus.publish(sharedTopic(id).name, content);
  const stops = [
    bus.subscribe(deviceTopic(id).name, ({ content }) => {
      const { live } = content as { live: DeviceLive };
      say({ live: sharedPart(live), drive: null });
    }),
    bus.subscribe(driveTopic(id).name, ({ content }) => {
      say({ live: null, drive: content as Shared['drive'] });
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Until when each account on a line holds a share of a device; asked anew whenever one may have changed. */
function sharesHeld({ db, bus }: Services, now: Clock) {
  const until = new Map<string, number>();
  const keyOf = (accountId: string, deviceId: string) => `${accountId} ${deviceId}`;
  const read = async (accountId: string, deviceId: string) => {
    const share = await inScope(
      db,
      '*',
      async (all) =>
        (await shareOf(all, accountId, deviceId, 'VIDEO', now().getTime())) ??
        (await shareOf(all, accountId, deviceId, 'CONTROL', now().getTime())),
      { readOnly: true },
    );
    const key = keyOf(accountId, deviceId);
    if (share) until.set(key, share.endsAt ? Date.parse(share.endsAt) : Infinity);
    else until.delete(key);
    return share !== undefined;
  };
  bus.subscribe(controlChanged, () => {
    const keys = [...until.keys()];
    // Nothing more is told until it is known who still may.
    until.clear();
    for (const key of keys) {
      const [accountId = '', deviceId = ''] = key.split(' ');
      read(accountId, deviceId).catch(() => {});
    }
  });
  return {
    admit: async (account: Account, deviceId: string) =>
      uuid.safeParse(deviceId).success && (await read(account.id, deviceId)),
    has: (account: Account, deviceId: string) =>
      (until.get(keyOf(account.id, deviceId)) ?? 0) > now().getTime(),
  };
}
