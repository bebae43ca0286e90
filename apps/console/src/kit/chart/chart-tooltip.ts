import type { ChartProps, Series } from './chart.tsx';

export interface Hovered {
  seriesIndex: number;
  dataIndex: number;
  axisValueLabel: string;
}

/** The sum of the known values of a step; null when none is known. */
export function sumAt(series: readonly Series[], step: number): number | null {
  const known = series.flatMap(({ values }) => values[step] ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** The tooltip of a column. It uses text nodes instead of HTML, because names in it are user input. */
export function tip(props: ChartProps, hovered: readonly Hovered[]): HTMLElement {
  const box = document.createElement('div');
  const head = box.appendChild(document.createElement('strong'));
  const stacked = props.series.filter((series) => series.stacked);
  const sum = sumAt(stacked, hovered[0]?.dataIndex ?? 0);
  head.textContent = [hovered[0]?.axisValueLabel, stacked.length > 0 && props.format(sum)]
    .filter(Boolean)
    .join(' · ');
  for (const { seriesIndex, dataIndex } of hovered) {
    const series = props.series[seriesIndex];
    const line = box.appendChild(document.createElement('div'));
    line.textContent = `${series?.name ?? ''}: ${props.format(series?.values[dataIndex] ?? null)}`;
  }
  return box;
}
