import { commandCalls, type Sent } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { spanOf } from '../../../shared/command/command-life.ts';
import { dayEnd, dayOf, dayStart } from '../../../kit/format/days.ts';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { readerZone } from '../../../kit/format/reader.ts';
import { CommandHours } from './command-hours.tsx';

type Filters = Omit<Sent<typeof commandCalls.list>, 'page' | 'pageSize' | 'enablePage'>;

interface Props {
  list: { setFilters: (changes: Partial<Filters>) => void };
}

const renewMs = 60_000;

/** Numbers of open and of today's commands; a click on a number filters by it. */
export function CommandFigures({ list }: Props) {
  const { t } = useTranslation('devices/commands');
  const { t: kit } = useTranslation('command');
  const { data } = useQuery({
    ...callQuery(commandCalls.figures, { timezone: readerZone() }),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  const today = () => {
    const day = dayOf(new Date());
    return { from: dayStart(day), to: dayEnd(day) };
  };
  const none = { only: undefined, from: undefined, to: undefined };
  return (
    <section className="commands-figures" aria-label={t('figures')}>
      <button type="button" onClick={() => list.setFilters({ ...none, only: 'OPEN' })}>
        <span>{t('open')}</span>
        <strong>
          <Figure value={formatNumber(data?.open)} />
        </strong>
      </button>
      <button type="button" onClick={() => list.setFilters({ ...today(), only: 'FAILED' })}>
        <span>{t('failedToday')}</span>
        <strong className={data && data.failedToday > 0 ? 'commands-bad' : ''}>
          <Figure value={formatNumber(data?.failedToday)} />
        </strong>
        <small>{t('ofToday', { count: data?.givenToday ?? 0, shown: formatNumber(data?.givenToday) })}</small>
      </button>
      <div>
        <span>{t('median')}</span>
        <strong>
          <Figure value={spanOf(data?.medianRoundTripMs ?? null, kit)} formula={t('medianHint')} />
        </strong>
        <small>{t('last24')}</small>
      </div>
      <CommandHours bars={data?.bars ?? []} onHour={list.setFilters} />
    </section>
  );
}
