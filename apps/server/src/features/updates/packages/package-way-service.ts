import { compareOtaVersions, type OtaManifest } from '@sweepline/contract/robot';

/** What a way needs to know of a package. */
export type WayStep = Pick<OtaManifest, 'pkgType' | 'version' | 'fromVersions' | 'needs'>;
/** The versions of the other parts of a robot, as far as they are known. */
export type PartVersions = Partial<Record<OtaManifest['pkgType'], string>>;

const startsFrom = ({ fromVersions }: WayStep, version: string) =>
  fromVersions.length === 0 || fromVersions.some((from) => compareOtaVersions(from, version) === 0);

const needsAreMet = ({ needs }: WayStep, parts: PartVersions) =>
  needs.every(({ pkgType, version }) => {
    const installed = parts[pkgType];
    return installed === undefined || compareOtaVersions(installed, version) >= 0;
  });

/**
 * The packages to install one after the other, from a version to a later one; empty if it is installed already, undefined without a
 * way. Each step goes up, so that no way is a downgrade. Of all ways it is one with the fewest steps, and of those the one that
 * leads through the highest versions. A package whose needs other parts do not meet is no step; an unknown part meets each need.
 */
export function findWay<Step extends WayStep>(
  packages: readonly Step[],
  { from, to, parts = {} }: { from: string; to: string; parts?: PartVersions },
): Step[] | undefined {
  if (compareOtaVersions(from, to) === 0) return [];
  const usable = packages
    .filter((step) => needsAreMet(step, parts) && compareOtaVersions(step.version, to) <= 0)
    .toSorted((a, b) => compareOtaVersions(b.version, a.version));
  const reached: Step[] = [];
  let ways: Step[][] = [[]];
  while (ways.length > 0) {
    const longer: Step[][] = [];
    for (const way of ways) {
      const version = way.at(-1)?.version ?? from;
      for (const step of usable) {
        if (reached.includes(step)) continue;
        if (compareOtaVersions(step.version, version) <= 0 || !startsFrom(step, version)) continue;
        const next = way.concat(step);
        if (compareOtaVersions(step.version, to) === 0) return next;
        reached.push(step);
        longer.push(next);
      }
    }
    ways = longer;
  }
  return undefined;
}
