import { pages, statisticsCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { BarList } from '../../../../kit/chart/bar-list.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { BoardBlock } from '../board-block.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { daysOf, type BlockProps } from './block.ts';

const counts = ['total', 'online', 'worked'] as const;

/** How many robots there are, are online now, and worked in the period. */
export function DeviceCountBlock({ selection }: BlockProps) {
  const { t } = useTranslation('figures/board');
  const navigate = useNavigate();
  const query = useBoardQuery(statisticsCalls.devices, daysOf(selection));
  return (
    <BoardBlock
      question={t('questions.deviceCount')}
      query={query}
      emptyText={({ total }) => (total === 0 ? t('empty.deviceCount') : null)}
    >
      {(data) => (
        <>
          <dl className="board-counts">
            {counts.map((name) => (
              <div key={name}>
                <dt>{t(`counts.${name}`)}</dt>
                <dd>
                  <Figure value={formatNumber(data[name])} formula={t(`formulas.counts.${name}`)} />
                </dd>
              </div>
            ))}
          </dl>
          <BarList
            label={t('questions.deviceCount')}
            rows={data.models.map(({ model, total, online }) => ({
              key: model,
              name: model,
              share: total / Math.max(1, ...data.models.map((other) => other.total)),
              value: t('onlineOf', { online: formatNumber(online), total: formatNumber(total) }),
            }))}
            onPress={(model) => void navigate(pages.boardDevices({ model }))}
          />
        </>
      )}
    </BoardBlock>
  );
}
