import type { XReported } from '@sweepline/contract/robot';
import { isServerSection } from '../../features/devices/settings/section-service.ts';
import type { SectionRow } from '../protocol/section-document.ts';

/** The cached part of a device's section, so that most reports need no query. */
export interface CachedSection {
  state: SectionRow['state'];
  version: number;
  hash: string;
  syncingSinceMs: number;
  /** The last report that was written. */
  lastReport: string;
}
export type ReportedSection = XReported['sections'][string];

const cachedSectionOf = (row: SectionRow): CachedSection => ({
  state: row.state,
  version: row.version,
  hash: row.hash,
  lastReport: '',
  syncingSinceMs: row.syncingSince === null ? 0 : Date.parse(row.syncingSince),
});
const keyOf = (section: ReportedSection) => JSON.stringify(section);
type CachedSections = Record<string, CachedSection>;
const isSettled = ({ state }: CachedSection) => state === 'IN_SYNC' || state === 'SYNC_FAILED';

/** What the database holds about the sections of each device, by device and then by the section's name. */
export function createSectionCache() {
  const cache = new Map<string, CachedSections>();
  /** Devices with a section that is not settled; they are checked at every tick. */
  const unsettled = new Set<string>();
  return {
    of: (deviceId: string): Readonly<CachedSections> | undefined => cache.get(deviceId),
    unsettled: (): ReadonlySet<string> => unsettled,
    /** Whether this report is already written. */
    isKnown: (section: CachedSection | undefined, report: ReportedSection): boolean =>
      section?.state === 'IN_SYNC' && section.lastReport === keyOf(report),
    noteReport: (deviceId: string, name: string, report: ReportedSection): void => {
      const section = cache.get(deviceId)?.[name];
      if (section) section.lastReport = keyOf(report);
    },
    /** Replaces what is known of a device by its rows. */
    update: (deviceId: string, rows: readonly SectionRow[]): void => {
      const before = cache.get(deviceId);
      const supported = rows.filter(({ name }) => isServerSection(name));
      if (supported.length === 0) return void (cache.delete(deviceId), unsettled.delete(deviceId));
      const next: CachedSections = Object.fromEntries(
        supported.map((row) => [
          row.name,
          { ...cachedSectionOf(row), lastReport: before?.[row.name]?.lastReport ?? '' },
        ]),
      );
      cache.set(deviceId, next);
      if (Object.values(next).every(isSettled)) unsettled.delete(deviceId);
      else unsettled.add(deviceId);
    },
  };
}
