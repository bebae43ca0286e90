import type { OtaPlan, PreviewVerdict } from '@sweepline/contract';
import type { SQL } from 'drizzle-orm';
import type { OtaPackageRow } from '../../../../entities/updates/ota-package-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { inValues } from '../../../../platform/db/page.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { placeInStages, type StagePlace } from './stage-rules.ts';
import {
  candidatesOf,
  findPackage,
  minimumsOf,
  openOf,
  packagesLike,
  versionsBefore,
  versionsOf,
  whitelistOf,
  type CandidateRow,
} from './target-read.ts';
import { rollbackVerdictOf, verdictOf, type Verdict } from './verdict-rules.ts';

/** A robot that a plan is about, and what becomes of it. */
export interface Target extends Verdict {
  device: CandidateRow;
  version: string | null;
  /** Undefined for a robot that is skipped. */
  place: StagePlace | undefined;
}

export interface PlannedTargets {
  goal: OtaPackageRow;
  targets: Target[];
}

type Judge = (device: CandidateRow) => Verdict;

/** The verdict on each robot of an update. */
async function judgeOf(db: Tx, plan: OtaPlan, goal: OtaPackageRow, robots: readonly CandidateRow[]) {
  const ids = robots.map(({ id }) => id);
  const versions = await versionsOf(db, ids);
  const open = await openOf(db, ids, goal.pkgType);
  const listed = await whitelistOf(db, goal);
  const packages = await packagesLike(db, goal);
  const candidateOf = (device: CandidateRow) => ({
    device,
    versions: versions.get(device.id) ?? {},
    isOpen: open.has(device.id),
    isWhitelisted: listed.has(device.id),
  });
  // A package for named robots is no step on the way of others.
  const steps = packages.filter(
    ({ id, state, releaseScope }) => id === goal.id || (state === 'PUBLISHED' && releaseScope === 'ALL'),
  );
  const versionOf = (id: string) => versions.get(id)?.[goal.pkgType] ?? null;
  if (plan.rollbackOf === undefined) {
    const judge: Judge = (device) => verdictOf(candidateOf(device), goal, steps);
    return { judge, versionOf };
  }
  const before = await versionsBefore(db, plan.rollbackOf);
  const minimums = await minimumsOf(db, ids, packages, goal.pkgType);
  const judge: Judge = (device) =>
    rollbackVerdictOf(candidateOf(device), goal, {
      before: packages.find(
        ({ version, models }) => version === before.get(device.id) && models.includes(device.model),
      ),
      minimum: minimums.get(device.id) ?? null,
      isSigned: plan.forceSignature !== undefined,
    });
  return { judge, versionOf };
}

/** The robots of a plan with verdict, way and stage. `only` narrows them down, for robots that come later. */
export async function planTargets(db: Tx, plan: OtaPlan, only?: SQL): Promise<PlannedTargets> {
  const goal = await findPackage(db, plan.packageId);
  const updated = plan.rollbackOf === undefined ? undefined : await versionsBefore(db, plan.rollbackOf);
  const ofTask = updated && inValues(devices.id, [...updated.keys()]);
  const robots = await candidatesOf(db, plan, goal, only ?? ofTask);
  const { judge, versionOf } = await judgeOf(db, plan, goal, robots);
  const judged = robots.map((device) => ({ device, version: versionOf(device.id), ...judge(device) }));
  const updates = judged.filter(({ verdict }) => verdict === 'UPDATES').map(({ device }) => device.id);
  const places = placeInStages(updates, plan.stages, goal.id);
  return { goal, targets: judged.map((it) => ({ ...it, place: places.get(it.device.id) })) };
}

/** The number of robots by verdict. */
export function countVerdicts(targets: readonly Target[]): Partial<Record<PreviewVerdict, number>> {
  const counts: Partial<Record<PreviewVerdict, number>> = {};
  for (const { verdict } of targets) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}
