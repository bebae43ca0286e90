import { deviceModels, monitorCalls, monitorGroups, monitorRanges, type Output } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { BarList } from '../../../../kit/chart/bar-list.tsx';
import { Chart } from '../../../../kit/chart/chart.tsx';
import { dayOf } from '../../../../kit/format/days.ts';
import { formatDayShort, formatMonthShort } from '../../../../kit/format/format-day.ts';
import { formatClock, formatNumber } from '../../../../kit/format/format.ts';
import { readerZone, weekStart } from '../../../../kit/format/reader.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { sharedFilters, type MonitorList } from './monitor-filters.ts';
import { useMonitorCounts } from './use-monitor-counts.ts';

type ChartData = Output<typeof monitorCalls.chart>;
type Group = (typeof monitorGroups)[number];
type Range = (typeof monitorRanges)[number];

const renewMs = 60_000;

/** How many severe alarms were raised in a range, by time, code, model or company. */
export function MonitorChart({ list }: { list: MonitorList }) {
  const { t } = useTranslation('alarms/monitoring');
  const [byText, setBy] = useAddress('by', 'time');
  const [rangeText, setRange] = useAddress('range', 'today');
  const by: Group = monitorGroups.find((name) => name === byText) ?? 'time';
  const range: Range = monitorRanges.find((name) => name === rangeText) ?? 'today';
  const { severity } = list.filters;
  const { data, error, refetch } = useQuery({
    ...callQuery(monitorCalls.chart, {
      ...sharedFilters(list),
      ...(severity && { severity }),
      by,
      range,
      timezone: readerZone(),
      weekStart: weekStart(),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  return (
    <section className="monitor-chart" aria-label={t('chart')}>
      <header>
        <h2 title={t('chartFormula')}>{t('chart')}</h2>
        <Segments
          onlyWay
          label={t('by')}
          value={by}
          options={monitorGroups.map((value) => ({ value, text: t(`groups.${value}`) }))}
          onChange={setBy}
        />
        <Segments
          onlyWay
          label={t('range')}
          value={range}
          options={monitorRanges.map((value) => ({ value, text: t(`ranges.${value}`) }))}
          onChange={setRange}
        />
      </header>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : data.serious + data.verySerious === 0 ? (
        <NothingRaised list={list} />
      ) : isTime(data) ? (
        <TimeBars data={data} range={range} />
      ) : (
        <GroupBars data={data} by={by} list={list} />
      )}
    </section>
  );
}

/** Alarms that were raised before the range may still be open, so it is not said that there are none. */
function NothingRaised({ list }: { list: MonitorList }) {
  const { t } = useTranslation('alarms/monitoring');
  const { data } = useMonitorCounts(list);
  const count = data ? data.serious + data.verySerious : 0;
  const hint = count > 0 ? t('openBefore', { count, shown: formatNumber(count) }) : undefined;
  return <Empty icon="check" title={t('emptyChart')} {...(hint && { hint })} />;
}

/** The data of the chart before may still be shown, so its form is read from the data. */
const isTime = ({ bars, from }: ChartData) => bars[0]?.key === from;

const stepTexts: Record<Range, (at: string) => string> = {
  today: (at) => formatClock(at),
  week: (at) => formatDayShort(dayOf(at)),
  month: (at) => formatDayShort(dayOf(at)),
  year: (at) => formatMonthShort(dayOf(at)),
};

function TimeBars({ data: { bars }, range }: { data: ChartData; range: Range }) {
  const { t } = useTranslation('alarms/monitoring');
  const series = (['SERIOUS', 'VERY_SERIOUS'] as const).map((name) => ({
    name: t(`severities.${name}`),
    values: bars.map((bar) => (name === 'SERIOUS' ? bar.serious : bar.verySerious)),
    look: 'bar' as const,
    tone: name === 'SERIOUS' ? ('waiting' as const) : ('fault' as const),
    stacked: true,
  }));
  return (
    <Chart
      small
      label={t('chart')}
      steps={bars.map(({ key }) => stepTexts[range](key))}
      series={series}
      format={(value) => formatNumber(value)}
    />
  );
}

interface GroupProps {
  data: ChartData;
  by: Group;
  list: MonitorList;
}

/** The largest groups. A press on a model or a company filters the page by it. */
function GroupBars({ data: { bars, others }, by, list }: GroupProps) {
  const { t } = useTranslation('alarms/monitoring');
  const { word } = useWords();
  const sumOf = ({ serious, verySerious }: ChartData['others']) => serious + verySerious;
  const most = Math.max(1, ...bars.map(sumOf), sumOf(others));
  const valueOf = (counts: ChartData['others']) =>
    t('counts', {
      count: sumOf(counts),
      shown: formatNumber(sumOf(counts)),
      worst: formatNumber(counts.verySerious),
    });
  const nameOf = ({ key, name }: ChartData['bars'][number]) =>
    by === 'code' ? word('alarm', key) : name || key;
  const choose = (key: string) => {
    const model = deviceModels.find((name) => name === key);
    if (by === 'company') list.setFilters({ companyId: key });
    else if (model) list.setFilters({ model: [model] });
  };
  return (
    <BarList
      columns
      label={t('chart')}
      rows={[
        ...bars.map((bar) => ({
          key: bar.key,
          name: nameOf(bar),
          share: sumOf(bar) / most,
          value: valueOf(bar),
          fixed: by === 'code' || bar.key === '',
        })),
        ...(sumOf(others) > 0
          ? [
              {
                key: 'others',
                name: t('others'),
                share: sumOf(others) / most,
                value: valueOf(others),
                fixed: true,
              },
            ]
          : []),
      ]}
      onPress={choose}
    />
  );
}
