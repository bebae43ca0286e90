import { workOrderCalls, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';

type Filters = Pick<Sent<typeof workOrderCalls.list>, 'state' | 'waiting' | 'late' | 'mine' | 'verification'>;

interface Props {
  of: Sent<typeof workOrderCalls.summary>;
  onChoose: (filters: Filters) => void;
}

const open = ['SUBMITTED', 'PROCESSING'] as const;

/** The orders in numbers. A press on a number filters the list by it. */
export function WorkOrderFigures({ of, onChoose }: Props) {
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const { data } = useQuery({
    ...callQuery(workOrderCalls.summary, of),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const countOf = (state: string) => data?.states.find((each) => each.state === state)?.count;
  const figures: { key: string; text: string; value: number | undefined; filters: Filters }[] = [
    ...open.map((state) => ({
      key: state,
      text: word('state', state),
      value: countOf(state),
      filters: { state: [state] },
    })),
    { key: 'mine', text: t('figures.mine'), value: data?.mine, filters: { state: [...open], mine: true } },
    { key: 'late', text: t('figures.late'), value: data?.late, filters: { late: true } },
    { key: 'waiting', text: t('waits'), value: data?.waiting, filters: { waiting: true } },
    {
      key: 'unverified',
      text: t('figures.unverified'),
      value: data?.unverified,
      filters: { verification: ['WAITING'] },
    },
    {
      key: 'RESOLVED',
      text: word('state', 'RESOLVED'),
      value: countOf('RESOLVED'),
      filters: { state: ['RESOLVED'] },
    },
  ];
  return (
    <section className="order-figures" aria-label={t('figures.title')}>
      <dl>
        {figures.map(({ key, text, value, filters }) => (
          <div key={key} data-late={key === 'late' && (value ?? 0) > 0}>
            <dt>{text}</dt>
            <dd>
              <button
                type="button"
                aria-label={`${text}: ${formatNumber(value)}`}
                onClick={() => onChoose(filters)}
              >
                {formatNumber(value)}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
