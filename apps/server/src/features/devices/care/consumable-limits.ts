import { consumableLimit, type ConsumableLimit } from '@sweepline/contract';
import { can, isFilled, partsOf, type Vehicle } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { changedMeanwhile, find, visible } from '../../../platform/db/page.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import {
  announceSections,
  changeSection,
  consumablesSection,
  lockSection,
} from '../settings/section-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';

type Section = typeof deviceSections.$inferSelect;

/** The requested limits of the parts of a device, with the sync state; undefined without any. */
export async function limitsSectionOf(db: Tx, deviceId: string): Promise<Section | undefined> {
  const [section] = await db
    .select()
    .from(deviceSections)
    .where(
      and(
        eq(deviceSections.deviceId, deviceId),
        eq(deviceSections.name, consumablesSection),
        visible(db, deviceSections),
      ),
    );
  return section;
}

/** The limits of a section per part. Unreadable entries are omitted. */
export const limitsOf = (section: Pick<Section, 'document'> | undefined): Record<string, ConsumableLimit> =>
  Object.fromEntries(
    Object.entries(section?.document ?? {}).flatMap(([part, limit]) => {
      const { data } = consumableLimit.safeParse(limit);
      return data ? [[part, data]] : [];
    }),
  );

/** Refuses a part without limits: a part that is filled, or one that the model does not have. */
function checkPart(device: Vehicle, part: string): void {
  if (!can(device, 'consumables')) throw new Refusal('notSupported');
  if (!partsOf(device.model).includes(part) || isFilled(part)) throw wrongField('part', 'NOT_A_WEARING_PART');
}

/** Sets the requested limits of a part. A version that changed meanwhile is refused. */
export async function setLimits(
  { db, now, services, account }: Pick<Ctx, 'db' | 'now' | 'services' | 'account'>,
  { id, version, part, limit }: { id: string; version: number; part: string; limit: ConsumableLimit },
): Promise<void> {
  const device = await find(db, devices, id, { lock: true });
  checkPart(device, part);
  const { bus } = services;
  const section = await lockSection({ db, now }, device, consumablesSection);
  if (section.version !== version) throw changedMeanwhile(section.changedBy, section.changedAt);
  const document = { ...section.document, [part]: limit };
  const actor = { origin: 'CLOUD', by: account.username } as const;
  await changeSection({ db, now, bus }, device, consumablesSection, { kind: 'edited', document }, actor);
  db.afterCommit(() => announceSections(bus, id));
}

/** After the reset of a part with another life, updates the requested life, so that the old one is not sent again. */
export async function updateLife(
  ctx: Pick<Ctx, 'db' | 'now' | 'services' | 'account'>,
  id: string,
  part: string,
  lifeHours: number,
): Promise<void> {
  const section = await limitsSectionOf(ctx.db, id);
  const limit = limitsOf(section)[part];
  if (!section || !limit || limit.lifeHours === lifeHours) return;
  await setLimits(ctx, { id, version: section.version, part, limit: { ...limit, lifeHours } });
}

/** Sends limits again that the robot refused. */
export async function retryLimits({ db, now, services }: Pick<Ctx, 'db' | 'now' | 'services'>, id: string) {
  const device = await find(db, devices, id, { lock: true });
  const section = await limitsSectionOf(db, id);
  if (section?.state !== 'SYNC_FAILED') throw new Refusal('wrongState');
  await changeSection({ db, now, bus: services.bus }, device, consumablesSection, { kind: 'retried' });
  db.afterCommit(() => announceSections(services.bus, id));
}
