import { deviceHistoryCalls, type deviceCalls, type HistorySample, type Output } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { useMapRotation } from '../../../shared/robot/use-map-turn.ts';
import { Segments } from '../../../kit/ui/segments.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useNow } from '../../../kit/format/use-now.ts';
import { BatteryLine } from './battery-line.tsx';
import { HistoryMap } from './history-map.tsx';
import { SpanBar } from './span-bar.tsx';
import { nearest } from '../../../shared/timeline/nearest.ts';
import { MomentFacts } from './moment-facts.tsx';
import './device-history.css';

const spans = { day: 1, three: 3, week: 7, month: 31 } as const;
type Span = keyof typeof spans;
const dayMs = 86_400_000;
const renewMs = 5 * 60_000;

/** Battery, modes and positions of a robot over time. A chosen moment is marked in all of them. */
export function HistoryTab({
  detail: { device, capabilities },
}: {
  detail: Output<typeof deviceCalls.detail>;
}) {
  const { t } = useTranslation('devices/history');
  const [chosen, setChosen] = useAddress('span', 'day');
  const span: Span = chosen in spans ? (chosen as Span) : 'day';
  // Updated at intervals, not with every tick.
  const end = Math.ceil(useNow() / renewMs) * renewMs;
  const start = end - spans[span] * dayMs;
  const { data, error, refetch } = useQuery({
    ...callQuery(deviceHistoryCalls.during, {
      id: device.id,
      to: new Date(end).toISOString(),
      hours: spans[span] * 24,
    }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const turnDeg = useMapRotation(device.id, capabilities);
  const [at, setAt] = useState<number | null>(null);
  const moment = at === null || at < start || at > end ? null : at;
  const placed = useMemo(() => (data?.samples ?? []).filter(isPlaced), [data]);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const frame = { start, end, at: moment, onAt: setAt };
  const nothing = data.samples.length === 0 && data.modes.length === 0 && data.connection.length === 0;
  return (
    <div className="dh">
      <div className="dh-head">
        <Segments
          label={t('span')}
          value={span}
          options={(Object.keys(spans) as Span[]).map((value) => ({ value, text: t(`spans.${value}`) }))}
          onChange={setChosen}
        />
        <MomentFacts data={data} at={moment} />
      </div>
      {nothing ? (
        <Empty icon="history" title={t('empty')} hint={t('emptyHint')} />
      ) : (
        <div className="dh-body">
          <div className="dh-charts">
            <BatteryLine {...frame} samples={data.samples} stepS={data.stepS} />
            <SpanBar {...frame} kind="modes" spans={data.modes} />
            <SpanBar {...frame} kind="connection" spans={data.connection} />
            {data.more && <p className="dh-note">{t('more')}</p>}
          </div>
          <HistoryMap
            name={device.nickname}
            deviceId={device.id}
            turnDeg={turnDeg}
            samples={placed}
            at={nearest(placed, moment ?? end)}
          />
        </div>
      )}
    </div>
  );
}

type Placed = HistorySample & { mapId: string; x: number; y: number };
const isPlaced = (sample: HistorySample): sample is Placed =>
  sample.mapId !== null && sample.x !== null && sample.y !== null;
