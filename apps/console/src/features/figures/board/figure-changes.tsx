import { boardFigureCalls, type FigureChange } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimeExact, formatNumber } from '../../../kit/format/format.ts';
import { DifferenceBar } from '../../../kit/chart/difference-bar.tsx';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { formatFigure, type FigureKind } from '../../../shared/statistics/figure-kinds.ts';
import type { PeriodSelection } from '../../../shared/statistics/use-period.ts';
import { useBoardQuery } from './use-board-query.ts';

const splits = ['company', 'site', 'device'] as const;

/** A difference with its sign. */
const signed = (figure: FigureKind, difference: number) =>
  `${difference > 0 ? '+' : difference < 0 ? '−' : '±'}${formatFigure(figure, Math.abs(difference))}`;

/** Which companies, sites or robots made the difference to the period before. The rows add up to it. */
export function FigureChanges({ figure, selection }: { figure: FigureKind; selection: PeriodSelection }) {
  const { t } = useTranslation('figures/board');
  const { t: common } = useTranslation('statistics');
  const [by, setBy] = useState<(typeof splits)[number]>('site');
  const { data, error, refetch } = useBoardQuery(boardFigureCalls.changes, {
    ...selection.filter,
    figure,
    by,
  });
  const largest = Math.max(...(data?.parts ?? []).map(({ difference }) => Math.abs(difference)), 0) || 1;
  const nameOf = ({ key, name }: FigureChange) => name ?? common(key === '' ? 'noSite' : 'gone');
  return (
    <section className="board-changes">
      <header>
        <h3>{t('whyChanged')}</h3>
        <Segments
          label={t('changedBy')}
          value={by}
          options={splits.map((value) => ({ value, text: common(`splits.${value}`) }))}
          onChange={setBy}
        />
      </header>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton lines={4} />}
      {data?.parts.length === 0 && <p className="board-note">{t('empty.changes')}</p>}
      {data && data.parts.length > 0 && (
        <PlainTable look="inline">
          <caption className="sl-sr-only">{t('whyChanged')}</caption>
          <tbody>
            {data.parts.map((part) => (
              <tr key={part.key}>
                <th scope="row">{nameOf(part)}</th>
                <td aria-hidden="true">
                  <DifferenceBar share={part.difference / largest} />
                </td>
                <td title={`${formatFigure(figure, part.before)} → ${formatFigure(figure, part.value)}`}>
                  {signed(figure, part.difference)}
                </td>
              </tr>
            ))}
            {data.others.parts > 0 && (
              <tr>
                <th scope="row">
                  {t('otherParts', { count: data.others.parts, shown: formatNumber(data.others.parts) })}
                </th>
                <td aria-hidden="true"> </td>
                <td>{signed(figure, data.others.difference)}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('inAll')}</th>
              <td aria-hidden="true"> </td>
              <td>{signed(figure, (data.value ?? 0) - (data.before ?? 0))}</td>
            </tr>
          </tfoot>
        </PlainTable>
      )}
      {data && <p className="board-note">{t('computedAt', { at: formatTimeExact(data.computedAt) })}</p>}
    </section>
  );
}
