import { consumableLimit, type ConsumableLimit } from '@sweepline/contract';
import { can, isFilled, partsOf } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { Refusal, wrongField, type Ctx } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { find, visible } from '../../platform/db/page.ts';
import { deviceSections } from '../device-settings/device-settings-table.ts';
import {
  announceSections,
  changeSection,
  consumablesSection,
  holdSection,
} from '../device-settings/section-service.ts';
import { devices } from '../devices/device-table.ts';

type Section = typeof deviceSections.$inferSelect;

/** What is wished of the parts of a device, and how far the robot is with it; undefined while nobody wished anything. */
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

/** The limits of a section, part by part; what cannot be read is left out. */
export const limitsOf = (section: Pick<Section, 'document'> | undefined): Record<string, ConsumableLimit> =>
  Object.fromEntries(
    Object.entries(section?.document ?? {}).flatMap(([part, limit]) => {
      const { data } = consumableLimit.safeParse(limit);
      return data ? [[part, data]] : [];
    }),
  );

/** Refuses a part that has no limits: one that is filled, or none of this model. */
function checkPart(model: string, part: string): void {
  if (!can(model, 'consumables')) throw new Refusal('notSupported');
  if (!partsOf(model).includes(part) || isFilled(part)) throw wrongField('part', 'not a part that wears');
}

/** Makes this what is wished of a part. A save made on limits that changed meanwhile is refused. */
export async function setLimits(
  { db, now, services, account }: Pick<Ctx, 'db' | 'now' | 'services' | 'account'>,
  { id, version, part, limit }: { id: string; version: number; part: string; limit: ConsumableLimit },
): Promise<void> {
  const device = await find(db, devices, id, { lock: true });
  checkPart(device.model, part);
  const { bus } = services;
  const section = await holdSection({ db, now }, device, consumablesSection);
  if (section.version !== version)
    throw new Refusal('changedMeanwhile', {
      words: { who: section.changedBy, when: section.changedAt ?? '' },
    });
  const document = { ...section.document, [part]: limit };
  const actor = { origin: 'CLOUD', by: account.username } as const;
  await changeSection({ db, now, bus }, device, consumablesSection, { kind: 'edited', document }, actor);
  db.afterCommit(() => announceSections(bus, id));
}

/** A part of another life is in: what is wished of it follows, so that the robot is not told the old life again. */
export async function followNewLife(
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

/** Sends once more what the robot refused. */
export async function retryLimits({ db, now, services }: Pick<Ctx, 'db' | 'now' | 'services'>, id: string) {
  const device = await find(db, devices, id, { lock: true });
  const section = await limitsSectionOf(db, id);
  if (section?.state !== 'SYNC_FAILED') throw new Refusal('wrongState');
  await changeSection({ db, now, bus: services.bus }, device, consumablesSection, { kind: 'retried' });
  db.afterCommit(() => announceSections(services.bus, id));
}
