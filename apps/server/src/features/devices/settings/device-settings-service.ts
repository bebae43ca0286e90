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
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible, inValues } from '../../../platform/db/page.ts';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { hashOf, type Document } from './section-rules.ts';
import { announceSections, changeSection, lockSection, settingsSection } from './section-service.ts';

/** The requested and the reported settings of a device, without secrets. */
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
  /** The settings of the robot; null before its first report. */
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

/** The algorithm parameters that a robot lists. Unreadable entries are omitted. */
const catalogueOf = (document: Record<string, unknown> | null | undefined): AlgoParameter[] => {
  const parsed = z.array(z.unknown()).safeParse(document?.['algoCatalogue']);
  return (parsed.data ?? []).flatMap((entry) => parameter.safeParse(entry).data ?? []);
};

/** The settings of the visible devices by id. A device without any has version 0. */
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
        deviceId: device.id,
        companyId: device.companyId,
        model: device.model,
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

/** The part of a document that the model supports. Algorithm parameters count only if the robot lists them. */
export function settingsFor(
  model: string,
  document: Document,
  catalogue: readonly AlgoParameter[],
): Document {
  const supported = Object.entries(document).filter(([key]) => settingOf(model, key) !== undefined);
  const algo = Object.entries((document[algoKey] as Document | undefined) ?? {}).filter(([key]) =>
    catalogue.some((entry) => entry.key === key),
  );
  return Object.fromEntries(
    algo.length > 0 ? [...supported, [algoKey, Object.fromEntries(algo)]] : supported,
  );
}

export type DesireResult =
  | { result: 'DONE' | 'NOTHING'; version: number }
  | { result: 'REFUSED'; faults: Record<string, SettingFault> }
  /** No device with this id is visible. */
  | { result: 'GONE' };

export interface Desire {
  /** The changed keys: the same for all devices, or computed per device from its settings. */
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
 * Sets these values as requested for each device. The gateway sends them after the commit, or when the robot is online
 * again. The result has one entry per device in the given order. Rows are locked in the order of their ids, which
 * prevents deadlocks of concurrent bulk changes.
 */
export async function desireSettings(
  needs: Needs,
  deviceIds: readonly string[],
  desire: Desire,
): Promise<Map<string, DesireResult>> {
  const visibleDevices = await settingsOf(needs.db, deviceIds);
  for (const device of [...visibleDevices.values()].sort((a, b) => (a.deviceId < b.deviceId ? -1 : 1)))
    await lockSection(needs, { id: device.deviceId, companyId: device.companyId }, settingsSection);
  // Read again, because the rows may have changed while the locks were awaited.
  const locked = await settingsOf(needs.db, [...visibleDevices.keys()]);
  const results = new Map<string, DesireResult>();
  for (const id of deviceIds) {
    const device = locked.get(id);
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
  const row = await lockSection(needs, owner, settingsSection);
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
