import type { SettingOrigin, SyncState } from '@sweepline/contract';
import {
  algoKey,
  faultsOf,
  settingOf,
  withoutSecrets,
  withValues,
  type AlgoParameter,
  type SettingFault,
} from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { visible, inValues } from '../../platform/db/page.ts';
import { deviceDocuments } from '../devices/device-document-table.ts';
import { devices } from '../devices/device-table.ts';
import { deviceSections } from './device-settings-table.ts';
import { hashOf, type Document } from './section-rules.ts';
import { announceSections, changeSection, holdSection, settingsSection } from './section-service.ts';

/** The settings of one device on both sides, without anything that is only written. */
export interface SettingsOfDevice {
  deviceId: string;
  companyId: string;
  model: string;
  version: number;
  syncState: SyncState;
  code: string;
  origin: SettingOrigin | null;
  changedAt: string | null;
  changedBy: string;
  desired: Document;
  /** What the robot has; null while it never said. */
  reported: Document | null;
  reportedAt: string | null;
  reportedStatus: string;
  catalogue: AlgoParameter[];
}

const parameter = z.object({
  key: z.string(),
  type: z.string(),
  min: z.number().optional(),
  max: z.number().optional(),
  default: z.unknown().optional(),
  unit: z.string().optional(),
});

/** What a robot lists of its algorithms; what cannot be read of it is left out. */
const catalogueOf = (document: Record<string, unknown> | null | undefined): AlgoParameter[] => {
  const listed = z.array(z.unknown()).safeParse(document?.['algoCatalogue']);
  return (listed.data ?? []).flatMap((it) => parameter.safeParse(it).data ?? []);
};

/** The settings of the visible ones among these devices, by id. A device that never had any stands there with version 0. */
export async function settingsOf(
  db: Tx,
  deviceIds: readonly string[],
): Promise<Map<string, SettingsOfDevice>> {
  const rows = await db
    .select({
      device: { id: devices.id, companyId: devices.companyId, model: devices.model },
      section: deviceSections,
      told: deviceDocuments.document,
    })
    .from(devices)
    .leftJoin(
      deviceSections,
      and(eq(deviceSections.deviceId, devices.id), eq(deviceSections.name, settingsSection)),
    )
    .leftJoin(
      deviceDocuments,
      and(eq(deviceDocuments.deviceId, devices.id), eq(deviceDocuments.kind, 'REPORTED')),
    )
    .where(and(inValues(devices.id, deviceIds), visible(db, devices)));
  return new Map(
    rows.map(({ device, section, told }) => [
      device.id,
      {
        ...{ deviceId: device.id, companyId: device.companyId, model: device.model },
        version: section?.version ?? 0,
        syncState: section?.state ?? 'IN_SYNC',
        code: section?.code ?? '',
        origin: section?.origin ?? null,
        changedAt: section?.origin ? section.changedAt : null,
        changedBy: section?.changedBy ?? '',
        desired: withoutSecrets(section?.document ?? {}),
        reported: section?.reportedDocument ?? null,
        reportedAt: section?.reportedAt ?? null,
        reportedStatus: section?.reportedStatus ?? '',
        catalogue: catalogueOf(told),
      },
    ]),
  );
}

/** What of a document this model has, parameters of algorithms only as far as this robot lists them. */
export function settingsFor(
  model: string,
  document: Document,
  catalogue: readonly AlgoParameter[],
): Document {
  const known = Object.entries(document).filter(([key]) => settingOf(model, key) !== undefined);
  const algo = Object.entries((document[algoKey] as Document | undefined) ?? {}).filter(([key]) =>
    catalogue.some((it) => it.key === key),
  );
  return Object.fromEntries(algo.length > 0 ? [...known, [algoKey, Object.fromEntries(algo)]] : known);
}

export type DesireResult =
  | { result: 'DONE' | 'NOTHING'; version: number }
  | { result: 'REFUSED'; faults: Record<string, SettingFault> }
  /** No device the caller sees. */
  | { result: 'GONE' };

export interface Desire {
  /** Changed keys alone; the same for all, or made for each device from what it has. */
  values: Document | ((device: SettingsOfDevice) => Document);
  origin: SettingOrigin;
  by: string;
}

interface Needs {
  db: Tx;
  now: Clock;
  bus: Bus;
}

/**
 * Makes these values what is wished of each device; the gateway sends them after the commit, or when the robot is back.
 * One answer for each device, in the order asked. Rows are held in the order of their ids, so that two who change many at once
 * wait for one another and do not lock each other out.
 */
export async function desireSettings(
  needs: Needs,
  deviceIds: readonly string[],
  desire: Desire,
): Promise<Map<string, DesireResult>> {
  const found = await settingsOf(needs.db, deviceIds);
  for (const device of [...found.values()].sort((a, b) => (a.deviceId < b.deviceId ? -1 : 1)))
    await holdSection(needs, { id: device.deviceId, companyId: device.companyId }, settingsSection);
  // Read again: what was waited for may have changed them.
  const held = await settingsOf(needs.db, [...found.keys()]);
  const results = new Map<string, DesireResult>();
  for (const id of deviceIds) {
    const device = held.get(id);
    results.set(id, device ? await desireOne(needs, device, desire) : { result: 'GONE' });
  }
  return results;
}

async function desireOne(needs: Needs, device: SettingsOfDevice, desire: Desire): Promise<DesireResult> {
  const { db, now, bus } = needs;
  const values = typeof desire.values === 'function' ? desire.values(device) : desire.values;
  const faults = faultsOf(device.model, values, device.catalogue);
  if (Object.keys(faults).length > 0) return { result: 'REFUSED', faults };
  const owner = { id: device.deviceId, companyId: device.companyId };
  const row = await holdSection(needs, owner, settingsSection);
  const document = settingsFor(device.model, withValues(row.document, values), device.catalogue);
  if (row.version > 0 && hashOf(document) === row.hash) return { result: 'NOTHING', version: row.version };
  const { origin, by } = desire;
  const { next } = await changeSection(
    { db, now, bus },
    owner,
    settingsSection,
    { kind: 'edited', document },
    { origin, by },
  );
  db.afterCommit(() => announceSections(bus, device.deviceId));
  return { result: 'DONE', version: next.version };
}
