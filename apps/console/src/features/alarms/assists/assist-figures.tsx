import { assistCalls, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { BarList } from '../../../kit/chart/bar-list.tsx';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatDuration, formatNumber } from '../../../kit/format/format.ts';
import { useWords } from '../../../shared/words/use-words.ts';

type Filters = Sent<typeof assistCalls.summary>;

interface Props {
  filters: Filters;
  onCause: (code: NonNullable<Filters['code']>) => void;
}

const maxCauses = 4;

/** The number of assists, their duration and their causes; a click on a cause filters by it. */
export function AssistFigures({ filters, onCause }: Props) {
  const { t } = useTranslation('alarms/assists');
  const { word } = useWords();
  const { data } = useQuery({
    ...callQuery(assistCalls.summary, filters),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const maxCount = Math.max(1, ...(data?.causes ?? []).map(({ count }) => count));
  return (
    <section className="assist-figures" aria-label={t('figures')}>
      <dl>
        <div>
          <dt>{t('count')}</dt>
          <dd>{formatNumber(data?.count)}</dd>
        </div>
        <div>
          <dt>{t('open')}</dt>
          <dd>{formatNumber(data?.open)}</dd>
        </div>
        <div>
          <dt>{t('median')}</dt>
          <dd>
            <Figure value={formatDuration(data?.medianS)} formula={t('medianFormula')} />
          </dd>
        </div>
        <div>
          <dt>{t('lost')}</dt>
          <dd>
            <Figure value={formatDuration(data?.totalS)} formula={t('lostFormula')} />
          </dd>
        </div>
      </dl>
      <BarList
        columns
        label={t('causes')}
        rows={(data?.causes ?? []).slice(0, maxCauses).map(({ code, count }) => ({
          key: code,
          name: word('alarm', code),
          share: count / maxCount,
          value: formatNumber(count),
        }))}
        onPress={(code) => onCause([code])}
      />
    </section>
  );
}
