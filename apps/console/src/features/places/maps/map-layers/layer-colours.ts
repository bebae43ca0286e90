import { neverCleaned, type MapLayerName } from '@sweepline/contract';
import { maxValue } from '@sweepline/map-core';
import { formatNumber } from '../../../../kit/format/format.ts';
import type { Rgb } from '../../../../map-view/canvas/ground-field.ts';
import type { HeatColours } from '../../../../map-view/layers/heat-field.ts';

/** Viridis in six steps, without the end that is invisible on a dark floor. The yellow end marks the values to check. */
const viridis: readonly Rgb[] = [
  [59, 82, 139],
  [44, 113, 142],
  [31, 150, 139],
  [53, 183, 121],
  [160, 218, 57],
  [253, 231, 37],
];
/** Floor that was never cleaned is not a point of the scale. */
const never: Rgb = [198, 47, 47];

/** Days; a floor in daily use is measured in days, a neglected one in weeks. */
const ageBounds = [0, 1, 3, 7, 14, 30];
/** dBm: a call works down to −67, data down to −75; below −85 robots lose the connection. */
const signalBounds = [0, -55, -67, -75, -85];
const countBounds = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000];

/** One colour of a legend. */
export interface LayerStep {
  /** The lowest stored value of this colour. */
  from: number;
  colour: Rgb;
  /** In the layer's unit; empty for floor that was never cleaned. */
  text: string;
}

/** The bounds of the count colours: one colour per count when few, else the first and the largest round counts. */
export function countSteps(peak: number): number[] {
  const single = Array.from({ length: viridis.length }, (_, n) => n + 1);
  if (peak <= viridis.length) return single.slice(0, Math.max(1, peak));
  const reached = countBounds.filter((bound) => bound <= peak);
  return reached.length <= viridis.length ? reached : [1, ...reached.slice(1 - viridis.length)];
}

const minus = (value: number) => formatNumber(value).replace('-', '−');

function rangeText(layer: MapLayerName, bounds: readonly number[], n: number): string {
  const [from, next] = [bounds[n]!, bounds[n + 1]];
  if (layer === 'SIGNAL') {
    if (n === 0) return `> ${minus(next ?? from)}`;
    return next === undefined ? `< ${minus(from)}` : `${minus(from)} … ${minus(next)}`;
  }
  if (next === undefined) return layer === 'AGE' ? `> ${formatNumber(from)}` : `${formatNumber(from)}+`;
  if (layer === 'AGE')
    return n === 0 ? `< ${formatNumber(next)}` : `${formatNumber(from)}–${formatNumber(next)}`;
  return next - 1 === from ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(next - 1)}`;
}

/** The colours of a layer with their values; `peak` is its largest stored value. */
export function layerSteps(layer: MapLayerName, scale: number, peak: number): LayerStep[] {
  const bounds = layer === 'AGE' ? ageBounds : layer === 'SIGNAL' ? signalBounds : countSteps(peak);
  // With fewer steps than colours the last step still gets the brightest colour.
  const spread = (n: number) =>
    bounds.length === 1 ? 0 : Math.round((n * (viridis.length - 1)) / (bounds.length - 1));
  const steps = bounds.map((bound, n) => ({
    from: Math.round(bound / scale),
    colour: viridis[spread(n)]!,
    text: rangeText(layer, bounds, n),
  }));
  return layer === 'AGE' ? [...steps, { from: neverCleaned, colour: never, text: '' }] : steps;
}

/** The same colours as a table for the painter. */
export const heatColours = (layer: MapLayerName, steps: readonly LayerStep[]): HeatColours => ({
  steps: steps.map(({ from, colour }) => ({ from, colour })),
  until: layer === 'AGE' ? neverCleaned : maxValue,
});
