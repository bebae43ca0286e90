import { boardFigureCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../../kit/chart/chart.tsx';
import { formatDayShort } from '../../../../kit/format/format-day.ts';
import { formatShare } from '../../../../kit/format/format.ts';
import { BoardBlock } from '../board-block.tsx';
import { FigureLead } from '../figure-lead.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { useBoardTargets } from '../use-board-targets.ts';
import { daysOf, type BlockProps } from './block.ts';

/** How much of their time the robots were online. */
export function OnlineBlock({ selection }: BlockProps) {
  const { t } = useTranslation('figures/board');
  const query = useBoardQuery(boardFigureCalls.online, { ...daysOf(selection), step: selection.step });
  const target = useBoardTargets(selection).online;
  return (
    <BoardBlock
      question={t('questions.online')}
      formula={t('formulas.online')}
      query={query}
      emptyText={({ totals }) => (totals.boundS === 0 ? t('empty.online') : null)}
    >
      {({ totals, before, points }) => (
        <>
          <FigureLead
            value={totals.rate}
            format={(value) => formatShare(value, 1)}
            formula={t('formulas.online')}
            before={before.totals.rate}
            target={target}
          >
            <span>
              {t('asleep', { share: formatShare(totals.boundS ? totals.sleepS / totals.boundS : null, 1) })}
            </span>
          </FigureLead>
          <Chart
            small
            label={t('questions.online')}
            steps={points.map(({ day }) => formatDayShort(day))}
            series={[
              { name: t('names.online'), values: points.map((point) => point.totals.rate), look: 'line' },
              ...(target === null
                ? []
                : [
                    {
                      name: t('target'),
                      values: points.map(() => target),
                      look: 'line' as const,
                      tone: 'waiting' as const,
                    },
                  ]),
            ]}
            format={(value) => formatShare(value)}
            shares
          />
        </>
      )}
    </BoardBlock>
  );
}
