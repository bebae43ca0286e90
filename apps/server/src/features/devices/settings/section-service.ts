import { z } from 'zod';
import { lookup } from '@sweepline/contract';
import type { SettingOrigin } from '@sweepline/contract';
import { flatSettings, withoutSecrets } from '@sweepline/contract/robot';
import { and, eq, isNull, lte } from 'drizzle-orm';
import { createChannel, type Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import {
  deviceSections,
  sectionConflicts,
  settingChanges,
} from '../../../entities/devices/device-settings-table.ts';
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

/** The bus channel on which the gateway gets sections to send. */
export const sectionChannel = createChannel('gateway/section', z.object({ deviceId: z.uuid() }));
export const settingsSection = 'settings';
/** Life and limits of the parts that wear. See docs/protocol/settings.md#consumables. */
export const consumablesSection = 'consumables';
/** The robot's copy of its tasks and schedules. See docs/protocol/settings.md#schedules. */
export const tasksSection = 'tasks';
export const schedulesSection = 'schedules';
/** The collections that a robot may take part in. See docs/protocol/ai.md#section. */
export const aiSectionName = 'ai';
/** The sounds of a robot. See docs/protocol/settings.md#audio. */
export const audioSectionName = 'audio';
/** Derived from rows that have their own history. */
const derived: readonly string[] = [tasksSection, schedulesSection, aiSectionName, audioSectionName];
const serverSections: readonly string[] = [settingsSection, consumablesSection, ...derived];
/** Whether the server has a section of this name. A robot may report others, which the server ignores. */
export const isServerSection = (name: string): boolean => serverSections.includes(name);

/** Asks the gateway to check the sections of a device. Call it after the commit. */
export const announceSections = (bus: Bus, deviceId: string) => bus.publish(sectionChannel, { deviceId });

type Row = typeof deviceSections.$inferSelect;

/** A row in the form of the section rules. */
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

/** The section of a device, locked until the transaction ends. It is created if missing. */
export async function lockSection({ db, now }: Pick<Needs, 'db' | 'now'>, device: Owner, name: string) {
  const where = and(eq(deviceSections.deviceId, device.id), eq(deviceSections.name, name));
  const lockedRows = () => db.select().from(deviceSections).where(where).for('update');
  const [existing] = await lockedRows();
  if (existing) return existing;
  const first = { ...columnsOf(emptySection), changedAt: now().toISOString(), changedBy: '' };
  await db
    .insert(deviceSections)
    .values({ companyId: device.companyId, deviceId: device.id, name, ...first })
    .onConflictDoNothing();
  const [created] = await lockedRows();
  // The row exists now: created by this transaction or by a concurrent one.
  return created!;
}

/** Applies an event to a section of a device, and stores its history and conflicts. */
export async function changeSection(
  needs: Needs,
  device: Owner,
  name: string,
  event: SectionEvent,
  actor: Actor = { origin: 'DEVICE', by: '' },
): Promise<Step> {
  const row = await lockSection(needs, device, name);
  const before = sectionOf(row);
  const step = stepSection(before, event);
  const { db, now } = needs;
  const at = now().toISOString();
  if (step.conflict) await storeConflict(needs, device, name, step.conflict);
  if (step.next === before) return step;
  const isEdit = event.kind === 'edited' || event.kind === 'pushed';
  // The first push of a robot is not in the history.
  const first = before.version === 0 && actor.origin === 'DEVICE';
  const changed = step.next.version !== before.version && isEdit && !first;
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
  if (step.next.state === 'IN_SYNC') await markApplied(db, device.id, name, step.next.version, at);
  return step;
}

/** Marks the changes up to this version as applied by the robot. */
const markApplied = (db: Tx, deviceId: string, name: string, version: number, at: string) =>
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
/** The document without secrets, for the history. */
const maskPins = (document: Document): Document => {
  const masked = withoutSecrets(document);
  return document === masked || hashOf(document) === hashOf(masked)
    ? masked
    : { ...masked, screenLock: { ...(masked['screenLock'] as object), pin: pinMark } };
};

async function storeChange(
  { db, now }: Needs,
  device: Owner,
  name: string,
  { before, after }: { before: Section; after: Section },
  actor: Actor,
) {
  const [was, is] = [flatSettings(maskPins(before.document)), flatSettings(maskPins(after.document))];
  const reported = flatSettings(before.reportedDocument ?? {});
  const changes = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((key) => ({
      key,
      before: lookup(was, key) ?? lookup(reported, key) ?? null,
      after: lookup(is, key) ?? null,
    }))
    .filter((change) => hashOf([change.before]) !== hashOf([change.after]));
  if (changes.length === 0) return;
  await db.insert(settingChanges).values({
    companyId: device.companyId,
    deviceId: device.id,
    section: name,
    version: after.version,
    at: now().toISOString(),
    by: actor.by,
    origin: actor.origin,
    changes,
  });
}

/** Stores the robot's document for a decision, and sends a notice. */
async function storeConflict(
  { db, now, bus }: Needs,
  device: Owner,
  name: string,
  conflict: NonNullable<Step['conflict']>,
) {
  const [stored] = await db
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
  if (!stored) return;
  const [owner] = await db.select().from(devices).where(eq(devices.id, device.id));
  await notify(db, bus, now, {
    kind: 'device',
    companyId: device.companyId,
    deviceId: device.id,
    about: { kind: 'device', id: device.id },
    occasion: `section/${stored.id}`,
    template: 'settingsConflict',
    params: { name: owner?.nickname || owner?.sn || '' },
  });
}
