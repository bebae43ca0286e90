import { boardFigureCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../kit/chart/chart.tsx';
import { formatDayShort } from '../../../kit/format/format-day.ts';
import { formatShare } from '../../../kit/format/format.ts';
import { Figure } from '../../../kit/ui/figure.tsx';
import { BoardBlock } from '../board-block.tsx';
import { ChangeMark } from '../change-mark.tsx';
import { TargetMark } from '../target-mark.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { useBoardTargets } from '../use-board-targets.ts';
import { daysOf, type BlockProps } from './block.ts';

/** How much of their time the robots were online. */
export function OnlineBlock({ selection }: BlockProps) {
  const { t } = useTranslation('data-board');
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
          <p className="board-lead">
            <strong>
              <Figure value={formatShare(totals.rate, 1)} formula={t('formulas.online')} />
            </strong>
            <ChangeMark
              value={totals.rate}
              before={before.totals.rate}
              beforeText={formatShare(before.totals.rate, 1)}
            />
            <TargetMark value={totals.rate} target={target} format={formatShare} />
            <span>
              {t('asleep', { share: formatShare(totals.boundS ? totals.sleepS / totals.boundS : null, 1) })}
            </span>
          </p>
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
          />
        </>
      )}
    </BoardBlock>
  );
}
