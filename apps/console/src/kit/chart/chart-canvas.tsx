import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as draws, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useMode } from '../ui/use-theme.ts';
import { byteStep } from './byte-step.ts';
import { sumAt, tip, type Hovered } from './chart-tooltip.ts';
import type { ChartProps, Series } from './chart.tsx';

draws([BarChart, LineChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer]);

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--sl-${name}`).trim();

const seriesOption = ({ name, values, look, tone = 'brand', stacked }: Series) => ({
  name,
  type: look,
  data: values.map((value) => value ?? '-'),
  color: token(tone),
  ...(look === 'bar'
    ? {
        ...(stacked && { stack: 'sum' }),
        barMaxWidth: 28,
        itemStyle: { borderRadius: stacked ? 0 : [2, 2, 0, 0] },
      }
    : {
        symbol: 'circle',
        symbolSize: 4,
        showSymbol: values.length < 40,
        lineStyle: { width: 1.5 },
        connectNulls: false,
      }),
});

/** The known values, and the heights of stacked bars. */
function heightsOf({ series }: ChartProps): number[] {
  const stacked = series.filter((one) => one.stacked);
  const sums = (stacked[0]?.values ?? []).map((_, step) => sumAt(stacked, step));
  return [...series.flatMap((one) => one.values), ...sums].filter((value) => value !== null);
}

/** Width of the axis labels in pixels: at most seven per character of the longest number. */
function axisWidth(props: ChartProps): number {
  const longest = Math.max(...[0, ...heightsOf(props)].map((value) => props.format(value * 1.2).length));
  return 14 + 7 * longest;
}

const narrowPx = 640;
const maxNarrowLabels = 7;
const maxSmallLabels = 4;

/** Steps without a label between two labels. The automatic interval leaves no space between labels on phones. */
function labelInterval({ steps, small }: ChartProps) {
  if (!small && innerWidth > narrowPx) return 'auto';
  return Math.max(0, Math.ceil(steps.length / (small ? maxSmallLabels : maxNarrowLabels)) - 1);
}

/** Whether the format has whole numbers only. Lines of the axis at half a number would have the label of another one. */
const isWhole = ({ format }: ChartProps) => [format(0), format(1)].includes(format(0.5));

function optionOf(props: ChartProps) {
  const [ink, line] = [token('ink-2'), token('line')];
  const lines = props.small ? 2 : 4;
  const label = { color: ink, fontSize: 12, fontFamily: 'inherit' };
  return {
    animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationDuration: 150,
    grid: { left: axisWidth(props), right: 12, top: 12, bottom: props.small ? 24 : 28 },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: token('panel'),
      borderColor: line,
      padding: props.small ? [4, 8] : [6, 10],
      textStyle: { color: token('ink'), fontSize: props.small ? 12 : 13, fontFamily: 'inherit' },
      formatter: (hovered: Hovered[]) => tip(props, hovered),
    },
    xAxis: {
      type: 'category',
      data: [...props.steps],
      axisTick: { show: false },
      axisLine: { lineStyle: { color: line } },
      axisLabel: { ...label, hideOverlap: true, interval: labelInterval(props) },
    },
    yAxis: {
      type: 'value',
      splitNumber: lines,
      ...(isWhole(props) && { minInterval: 1 }),
      ...(props.bytes && { interval: byteStep(Math.max(0, ...heightsOf(props)), lines) }),
      // A value close to the whole would end the axis at 120 %.
      ...(props.shares && { max: ({ max }: { max: number }) => (max > 0.8 ? 1 : null) }),
      splitLine: { lineStyle: { color: line } },
      axisLabel: { ...label, formatter: (value: number) => props.format(value) },
    },
    series: props.series.map(seriesOption),
  };
}

/** The chart drawn by echarts. Its chunk is loaded with the first chart. */
export function ChartCanvas(props: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const mode = useMode();
  useEffect(() => {
    if (!element.current) return;
    const instance = init(element.current, null, { renderer: 'svg' });
    chart.current = instance;
    const observer = new ResizeObserver(() => instance.resize());
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      instance.dispose();
    };
  }, []);
  // The root attribute is set before the mode changes, so the tokens read here belong to the new mode.
  useEffect(() => chart.current?.setOption(optionOf(props), true), [props, mode]);
  return <div ref={element} className="sl-chart-canvas" aria-hidden="true" />;
}
