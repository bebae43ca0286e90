import { performance } from 'node:perf_hooks';
import { coveredAreaM2, createCoverage, paintPath, type Coverage, type Pose } from '@sweepline/map-core';
import { paintDisc } from './disc.ts';
import { median, report, type Measure } from '../measure/report.ts';

const rounds = 9;
const widthM = 0.5;
const hall = { minX: 0, minY: 0, maxX: 60, maxY: 40 };

/** A point every `stepM` along lanes that are joined by half circles, as a robot reports its path. */
function lanes(stepM: number): Pose[] {
  const path: Pose[] = [];
  const radius = 0.225;
  for (let lane = 0, y = 1; y < 38; lane++, y += 2 * radius) {
    const forward = lane % 2 === 0;
    const [from, to] = forward ? [1, 59] : [59, 1];
    const steps = Math.ceil(Math.abs(to - from) / stepM);
    for (let step = 0; step <= steps; step++)
      path.push({ x: from + ((to - from) * step) / steps, y, theta: forward ? 0 : Math.PI });
    const bends = Math.ceil((Math.PI * radius) / 0.05);
    for (let bend = 1; bend < bends; bend++) {
      const angle = (bend / bends) * Math.PI;
      const side = forward ? 1 : -1;
      path.push({
        x: to + side * radius * Math.sin(angle),
        y: y + radius * (1 - Math.cos(angle)),
        theta: forward ? angle : Math.PI - angle,
      });
    }
  }
  return path;
}

const timed = (paint: (coverage: Coverage) => void) => {
  const coverage = createCoverage(hall, 0.1);
  const began = performance.now();
  paint(coverage);
  return { ms: performance.now() - began, m2: coveredAreaM2(coverage) };
};

/** Painting a path as a bar across it against painting it as a disc, for paths with a point each 5 cm and each 3 m. */
export async function run() {
  const measures = [0.05, 3].map((stepM): Measure => {
    const path = lanes(stepM);
    const disc = () => timed((coverage) => paintDisc(coverage, path, widthM));
    const bar = () =>
      timed((coverage) => paintPath(coverage, path, { toolWidthM: widthM, toolOffsetM: -0.2 }));
    for (let warm = 0; warm < 5; warm++) disc();
    for (let warm = 0; warm < 5; warm++) bar();
    const pairs = Array.from({ length: rounds }, () => [disc(), bar()] as const);
    const middle = (at: 0 | 1) => median(pairs.map((pair) => pair[at].ms));
    return {
      goalName: 'coverage',
      what: `painting ${path.length} points, one each ${stepM} m, as a bar against a disc`,
      unit: '×',
      goal: 1.3,
      good: 'atMost',
      value: median(pairs.map(([a, b]) => b.ms / a.ms)),
      detail: `${middle(1).toFixed(1)} ms against ${middle(0).toFixed(1)} ms`,
    };
  });
  report(measures);
  await Promise.resolve();
}
