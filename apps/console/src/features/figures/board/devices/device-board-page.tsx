import { boardFigureCalls, deviceCalls, deviceScoreCalls, pages, scoreDays } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { PeriodFields } from '../../../../shared/statistics/period-fields.tsx';
import { usePeriod, type PeriodSelection } from '../../../../shared/statistics/use-period.ts';
import { blockKinds, blockNames } from '../block-table.tsx';
import { BoardGrid } from '../board-grid.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { DeviceEvents } from './device-events.tsx';
import { DeviceParts } from './device-parts.tsx';
import '../../../../shared/statistics/statistics.css';
import '../data-board.css';

const blocks = blockNames.filter((block) => blockKinds[block].ofDevice);

/** The board of one robot: what it cleaned, how its battery and connection were, and what stopped it. */
export function DeviceBoardPage() {
  const { t } = useTranslation('figures/board');
  const [id] = useAddress('id');
  const period = usePeriod();
  const { from, to } = period.filter;
  const selection: PeriodSelection = { ...period, filter: { ...period.filter, deviceId: id } };
  const { data, error, refetch } = useBoardQuery(boardFigureCalls.robots, { deviceId: id, ...period.days });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const [device] = data.list;
  if (!device)
    return (
      <Empty icon="robot" title={t('empty.device')} hint={t('empty.deviceHint')}>
        <Link to={pages.boardDevices({ from, to })} className="sl-button">
          {t('devicesTitle')}
        </Link>
      </Empty>
    );
  const { nickname, sn, model, companyName, site } = device;
  return (
    <article className="board-page">
      <header className="sl-page-head">
        <div>
          <h1>{nickname || sn}</h1>
          <p className="board-under">{[sn, model, companyName, site?.name].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="sl-page-actions">
          {may(deviceScoreCalls.scores.allow) && <Score id={id} />}
          {may(deviceCalls.detail.allow) && (
            <Link to={pages.device({ id })} className="sl-button">
              {t('openDevice')}
            </Link>
          )}
        </div>
      </header>
      <PeriodFields selection={period} />
      <BoardGrid
        blocks={blocks.map((block) => ({ key: block, block, width: blockKinds[block].width, selection }))}
      />
      <div className="board-below">
        <DeviceEvents deviceId={id} selection={selection} />
        <DeviceParts deviceId={id} />
      </div>
    </article>
  );
}

function Score({ id }: { id: string }) {
  const { t } = useTranslation('figures/board');
  const score = useQuery(callQuery(deviceScoreCalls.scores, { ids: [id] })).data?.list[0]?.score ?? null;
  return (
    <span>
      {t('score')} <Figure value={formatNumber(score)} formula={t('formulas.score', { count: scoreDays })} />
    </span>
  );
}
