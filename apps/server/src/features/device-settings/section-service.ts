import { lookup } from '@sweepline/contract';
import type { SettingOrigin } from '@sweepline/contract';
import { flatSettings, withoutSecrets } from '@sweepline/contract/robot';
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { notify } from '../notices/notice-service.ts';
import { devices } from '../devices/device-table.ts';
import { deviceSections, sectionConflicts, settingChanges } from './device-settings-table.ts';
import {
  emptySection,
  hashOf,
  stepSection,
  type Document,
  type Section,
  type SectionEvent,
  type Step,
} from './section-rules.ts';

export { hashOf, syncTimeoutMs, type SectionEvent, type Step } from './section-rules.ts';

/** Channel on which the gateway hears that a section is to be sent. */
export const sectionChannel = 'gateway/section';
export const settingsSection = 'settings';
/** Life and limits of the parts that wear (2.11). */
export const consumablesSection = 'consumables';
/** What the robot cleans by itself, and when (2.22). */
export const tasksSection = 'tasks';
export const schedulesSection = 'schedules';
/** Made of rows that have a history of their own. */
const derived: readonly string[] = [tasksSection, schedulesSection];
const kept: readonly string[] = [settingsSection, consumablesSection, ...derived];
/** Whether the server has a section of this name; a robot may tell of others, which are its own affair. */
export const isKept = (name: string): boolean => kept.includes(name);

/** Tells the gateway to look at the sections of a device again; call it after the commit. */
export const announceSections = (bus: Bus, deviceId: string) => bus.publish(sectionChannel, { deviceId });

type Row = typeof deviceSections.$inferSelect;

/** A section as the rules see it. */
const sectionOf = (row: Row): Section => ({
  version: row.version,
  hash: row.hash,
  document: row.document,
  state: row.state,
  code: row.code,
  syncingSinceMs: row.syncingSince === null ? null : Date.parse(row.syncingSince),
  reported:
    row.reportedVersion === null
      ? null
      : {
          version: row.reportedVersion,
          hash: row.reportedHash,
          status: row.reportedStatus,
          code: row.code,
        },
  reportedDocument: row.reportedDocument,
  told: row.told,
});

const columnsOf = (section: Section) => ({
  version: section.version,
  hash: section.hash,
  document: section.document,
  state: section.state,
  code: section.code,
  syncingSince: section.syncingSinceMs === null ? null : new Date(section.syncingSinceMs).toISOString(),
  reportedVersion: section.reported?.version ?? null,
  reportedHash: section.reported?.hash ?? '',
  reportedStatus: section.reported?.status ?? '',
  reportedDocument: section.reportedDocument,
  told: section.told,
});

export interface Actor {
  origin: SettingOrigin;
  by: string;
}
interface Owner {
  id: string;
  companyId: string;
}
interface Needs {
  db: Tx;
  now: Clock;
  bus: Bus;
}

/** The section of a device, held until the transaction ends; made when it is the first to be said of it. */
export async function holdSection({ db, now }: Pick<Needs, 'db' | 'now'>, device: Owner, name: string) {
  const where = and(eq(deviceSections.deviceId, device.id), eq(deviceSections.name, name));
  const held = () => db.select().from(deviceSections).where(where).for('update');
  const [known] = await held();
  if (known) return known;
  const first = { ...columnsOf(emptySection), changedAt: now().toISOString(), changedBy: '' };
  await db
    .insert(deviceSections)
    .values({ companyId: device.companyId, deviceId: device.id, name, ...first })
    .onConflictDoNothing();
  const [made] = await held();
  // It was made a moment ago, by this transaction or by another one.
  return made!;
}

/** Takes a section of a device one step on, and keeps what people will want to know of it. */
export async function changeSection(
  needs: Needs,
  device: Owner,
  name: string,
  event: SectionEvent,
  actor: Actor = { origin: 'DEVICE', by: '' },
): Promise<Step> {
  const row = await holdSection(needs, device, name);
  const before = sectionOf(row);
  const step = stepSection(before, event);
  const { db, now } = needs;
  const at = now().toISOString();
  if (step.conflict) await storeConflict(needs, device, name, step.conflict);
  if (step.next === before) return step;
  const wished = event.kind === 'edited' || event.kind === 'pushed';
  // A robot's first word is nobody's change.
  const first = before.version === 0 && actor.origin === 'DEVICE';
  const changed = step.next.version !== before.version && wished && !first;
  await db
    .update(deviceSections)
    .set({
      ...columnsOf(step.next),
      ...(changed && { changedAt: at, changedBy: actor.by, origin: actor.origin }),
      ...((event.kind === 'reported' || event.kind === 'pushed') && { reportedAt: at }),
    })
    .where(eq(deviceSections.id, row.id));
  if (changed && !derived.includes(name))
    await storeChange(needs, device, name, { before, after: step.next }, actor);
  if (step.next.state === 'IN_SYNC') await noteApplied(db, device.id, name, step.next.version, at);
  return step;
}

/** Marks every change up to this version as being on the robot. */
const noteApplied = (db: Tx, deviceId: string, name: string, version: number, at: string) =>
  db
    .update(settingChanges)
    .set({ appliedAt: at })
    .where(
      and(
        eq(settingChanges.deviceId, deviceId),
        eq(settingChanges.section, name),
        lte(settingChanges.version, version),
        isNull(settingChanges.appliedAt),
      ),
    );

const pinMark = '••••';
/** What may be kept of a value for people to read. */
const readable = (document: Document): Document => {
  const shown = withoutSecrets(document);
  return document === shown || hashOf(document) === hashOf(shown)
    ? shown
    : { ...shown, screenLock: { ...(shown['screenLock'] as object), pin: pinMark } };
};

async function storeChange(
  { db, now }: Needs,
  device: Owner,
  name: string,
  { before, after }: { before: Section; after: Section },
  actor: Actor,
) {
  const [was, is] = [flatSettings(readable(before.document)), flatSettings(readable(after.document))];
  const known = flatSettings(before.reportedDocument ?? {});
  const changes = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((key) => ({
      key,
      before: lookup(was, key) ?? lookup(known, key) ?? null,
      after: lookup(is, key) ?? null,
    }))
    .filter((it) => hashOf([it.before]) !== hashOf([it.after]));
  if (changes.length === 0) return;
  await db.insert(settingChanges).values({
    ...{ companyId: device.companyId, deviceId: device.id, section: name, version: after.version },
    ...{ at: now().toISOString(), by: actor.by, origin: actor.origin, changes },
  });
}

/** The robot's copy stays until somebody settles it, and people are told. */
async function storeConflict(
  { db, now, bus }: Needs,
  device: Owner,
  name: string,
  conflict: NonNullable<Step['conflict']>,
) {
  const [kept] = await db
    .insert(sectionConflicts)
    .values({
      id: newId(),
      companyId: device.companyId,
      deviceId: device.id,
      name,
      at: now().toISOString(),
      ...conflict,
    })
    .onConflictDoNothing()
    .returning({ id: sectionConflicts.id });
  if (!kept) return;
  const [named] = await db.select().from(devices).where(eq(devices.id, device.id));
  await notify(db, bus, now, {
    ...{ kind: 'device', companyId: device.companyId, deviceId: device.id },
    ...{ about: { kind: 'device', id: device.id }, occasion: `section/${kept.id}` },
    ...{ template: 'settingsConflict', params: { name: named?.nickname || named?.sn || '' } },
  });
}
