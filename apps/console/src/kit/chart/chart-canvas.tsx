import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as draws, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useMode } from '../ui/use-theme.ts';
import type { ChartProps, Series } from './chart.tsx';

draws([BarChart, LineChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer]);

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--sl-${name}`).trim();

const seriesOption = ({ name, values, look, tone = 'brand' }: Series) => ({
  name,
  type: look,
  data: values.map((value) => value ?? '-'),
  color: token(tone),
  ...(look === 'bar'
    ? { barMaxWidth: 28, itemStyle: { borderRadius: [2, 2, 0, 0] } }
    : {
        symbol: 'circle',
        symbolSize: 4,
        showSymbol: values.length < 40,
        lineStyle: { width: 1.5 },
        connectNulls: false,
      }),
});

interface Hovered {
  seriesIndex: number;
  dataIndex: number;
  axisValueLabel: string;
}

/** The tooltip of a column. It uses text nodes instead of HTML, because names in it are user input. */
function tip(props: ChartProps, hovered: readonly Hovered[]): HTMLElement {
  const box = document.createElement('div');
  const head = box.appendChild(document.createElement('strong'));
  head.textContent = hovered[0]?.axisValueLabel ?? '';
  for (const { seriesIndex, dataIndex } of hovered) {
    const series = props.series[seriesIndex];
    const line = box.appendChild(document.createElement('div'));
    line.textContent = `${series?.name ?? ''}: ${props.format(series?.values[dataIndex] ?? null)}`;
  }
  return box;
}

/** Width of the axis labels in pixels: at most seven per character of the longest number. */
function axisWidth({ series, format }: ChartProps): number {
  const values = series.flatMap(({ values: points }) => points.filter((value) => value !== null));
  const longest = Math.max(...[0, ...values].map((value) => format(value * 1.2).length));
  return 14 + 7 * longest;
}

function optionOf(props: ChartProps) {
  const [ink, line] = [token('ink-2'), token('line')];
  const label = { color: ink, fontSize: 12, fontFamily: 'inherit' };
  return {
    animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationDuration: 150,
    grid: { left: axisWidth(props), right: 12, top: 12, bottom: 28 },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: token('panel'),
      borderColor: line,
      textStyle: { color: token('ink'), fontSize: 13, fontFamily: 'inherit' },
      formatter: (hovered: Hovered[]) => tip(props, hovered),
    },
    xAxis: {
      type: 'category',
      data: [...props.steps],
      axisTick: { show: false },
      axisLine: { lineStyle: { color: line } },
      axisLabel: { ...label, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
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
