import type { HistorySample, MonitorDetail, MonitorTrailStep } from '@sweepline/contract';

type Trail = MonitorDetail['trail'];

/** The recorded path of one run; the times are from the start of the period. */
export interface RunTrail {
  mapId: string | null;
  steps: MonitorTrailStep[];
}

const timeOf = ([t]: MonitorTrailStep) => t;

/**
 * The poses of a robot over a period. The path of a run is finer than the samples and has headings, so samples of its time are left
 * out. Poses are never joined over a change of the map.
 */
export function trailOf(
  samples: readonly HistorySample[],
  paths: readonly RunTrail[],
  fromMs: number,
): Trail {
  const spans = paths.flatMap(({ steps }) =>
    steps.length > 0 ? [[timeOf(steps[0]!), timeOf(steps.at(-1)!)]] : [],
  );
  const isInRun = (t: number) => spans.some(([start = 0, end = 0]) => t >= start && t <= end);
  const ofSamples = samples.flatMap(({ at, mapId, x, y }) => {
    const t = Date.parse(at) - fromMs;
    if (mapId === null || x === null || y === null || isInRun(t)) return [];
    return [{ mapId, step: [t, x, y, null, 0] satisfies MonitorTrailStep }];
  });
  const ofRuns = paths.flatMap(({ mapId, steps }) =>
    mapId === null ? [] : steps.map((step) => ({ mapId, step })),
  );
  const trail: Trail = [];
  for (const { mapId, step } of [...ofSamples, ...ofRuns].toSorted(
    (a, b) => timeOf(a.step) - timeOf(b.step),
  )) {
    const last = trail.at(-1);
    if (last?.mapId === mapId) last.steps.push(step);
    else trail.push({ mapId, steps: [step] });
  }
  return trail;
}
