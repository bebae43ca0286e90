import type { PreviewVerdict } from '@sweepline/contract';
import { can, compareOtaVersions, type OtaManifest } from '@sweepline/contract/robot';
import type { OtaPackageRow } from '../../../../entities/updates/ota-package-table.ts';
import type { devices } from '../../../../entities/devices/device-table.ts';
import { findWay, type PartVersions } from '../../packages/package-way-service.ts';

type DeviceRow = typeof devices.$inferSelect;

/** What decides whether a robot is updated. */
export interface Candidate {
  device: Pick<DeviceRow, 'id' | 'model' | 'protocol' | 'actions' | 'declared' | 'binding'>;
  versions: PartVersions;
  /** It has an open update of this type. */
  isOpen: boolean;
  isWhitelisted: boolean;
}

/** What a robot would go back to, and what it may not go below. */
export interface WayBack {
  before: OtaPackageRow | undefined;
  minimum: string | null;
  /** The second signature is there. */
  isSigned: boolean;
}

export interface Verdict {
  verdict: PreviewVerdict;
  /** The packages to install, the last one is the goal. */
  way: OtaPackageRow[];
}

const skipped = (verdict: PreviewVerdict): Verdict => ({ verdict, way: [] });

/** Why a robot can have no update at all now. */
function refusalOf(
  { device, isOpen, isWhitelisted }: Candidate,
  { models, releaseScope }: OtaPackageRow,
): PreviewVerdict | undefined {
  if (!models.includes(device.model)) return 'OTHER_MODEL';
  if (!can(device, 'ota') || device.binding === 'NOT_ACTIVATED') return 'NOT_SUPPORTED';
  if (device.binding !== 'ACTIVATED') return 'FROZEN';
  if (releaseScope === 'WHITELIST' && !isWhitelisted) return 'NOT_WHITELISTED';
  return isOpen ? 'OPEN_RECORD' : undefined;
}

/** The verdict on an update. A robot with the version, or a later one, needs none. */
export function verdictOf(
  candidate: Candidate,
  goal: OtaPackageRow,
  packages: readonly OtaPackageRow[],
): Verdict {
  const refusal = refusalOf(candidate, goal);
  if (refusal) return skipped(refusal);
  const { device, versions } = candidate;
  const { [goal.pkgType]: from, ...parts } = versions;
  if (from !== undefined && compareOtaVersions(from, goal.version) >= 0) return skipped('UP_TO_DATE');
  const steps = packages.filter(({ models }) => models.includes(device.model));
  // Without a known version only a package that starts from all can be installed.
  const start = { from: from ?? '0', to: goal.version };
  const way = findWay(steps, { ...start, parts });
  if (way) return { verdict: 'UPDATES', way };
  return skipped(findWay(steps, start) ? 'NEEDS_PART' : 'NO_WAY');
}

const startsFrom = ({ fromVersions }: Pick<OtaManifest, 'fromVersions'>, version: string) =>
  fromVersions.length === 0 || fromVersions.some((from) => compareOtaVersions(from, version) === 0);

/** The verdict on the way back to the version before. */
export function rollbackVerdictOf(
  candidate: Candidate,
  goal: OtaPackageRow,
  { before, minimum, isSigned }: WayBack,
): Verdict {
  const refusal = refusalOf({ ...candidate, isWhitelisted: true }, before ?? goal);
  if (refusal) return skipped(refusal);
  if (!before) return skipped('NO_VERSION_BEFORE');
  const from = candidate.versions[goal.pkgType];
  if (from !== undefined && compareOtaVersions(from, before.version) <= 0) return skipped('UP_TO_DATE');
  if (!isSigned && minimum !== null && compareOtaVersions(before.version, minimum) < 0)
    return skipped('BELOW_MINIMUM');
  if (from !== undefined && !startsFrom(before, from)) return skipped('NO_WAY');
  return { verdict: 'UPDATES', way: [before] };
}
