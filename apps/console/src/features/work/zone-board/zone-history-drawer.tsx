import { pages, zoneBoardCalls, type BoardZone } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Chart } from '../../../kit/chart/chart.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatArea, formatDate, formatShare, formatTime } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';

/** The runs of the last 90 days that reached a zone, with the coverage of each. */
export function ZoneHistoryDrawer({ zone, onClose }: { zone: BoardZone; onClose: () => void }) {
  const { t } = useTranslation('work/zone-board');
  const { data, error, refetch } = useQuery({
    ...callQuery(zoneBoardCalls.history, { mapId: zone.map.id, zoneId: zone.zoneId }),
    meta: { silent: true },
  });
  const oldestFirst = (data?.list ?? []).toReversed();
  return (
    <Drawer open size={480} onClose={onClose} title={zone.name} aria-label={zone.name}>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : data.list.length === 0 ? (
        <Empty icon="clean" title={t('noHistory')} hint={t('noHistoryHint')} />
      ) : (
        <>
          <h3>{t('historyQuestion')}</h3>
          <div className="zones-history-chart">
            <Chart
              label={t('historyQuestion')}
              steps={oldestFirst.map(({ endedAt }) => formatDate(endedAt))}
              series={[
                { name: t('coverage'), values: oldestFirst.map(({ coverage }) => coverage), look: 'bar' },
              ]}
              format={(value) => formatShare(value)}
              shares
            />
          </div>
          <ol className="zones-history">
            {data.list.map(({ reportId, device, endedAt, coverage, cleanedM2, floorM2, source }) => (
              <li key={reportId}>
                <Link to={pages.report({ id: reportId })}>{formatTime(endedAt)}</Link>
                <span>{device ? device.nickname || device.sn : t('goneRobot')}</span>
                <Figure
                  value={formatShare(coverage)}
                  formula={`${formatArea(cleanedM2)} ÷ ${formatArea(floorM2)}. ${t(source === 'STREAM' ? 'coverageFromStream' : 'coverageFormula')}`}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </Drawer>
  );
}
