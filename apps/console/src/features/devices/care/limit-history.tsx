import { deviceCareCalls, type ConsumableLimit, type LimitChange } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import type { Column } from '../../../kit/list/column.ts';
import { DataTable } from '../../../kit/list/data-table.tsx';
import { formatNumber, formatPercent, unknown } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useWords } from '../../../shared/words/use-words.ts';

const maxRows = 20;

/** The requested limit of a consumable and its state on the robot. */
function useColumns(): Column<LimitChange>[] {
  const { t } = useTranslation('devices/care');
  const { word } = useWords();
  return useMemo(() => {
    const limitText = (limit: ConsumableLimit | null, otherwise: string) => {
      if (!limit) return otherwise;
      const { lifeHours, warnPct, blockPct } = limit;
      const numbers = t('limitText', { life: formatNumber(lifeHours), warn: formatPercent(warnPct) });
      return blockPct > 0 ? `${numbers} · ${t('blocksBelow', { pct: formatPercent(blockPct) })}` : numbers;
    };
    return [
      { key: 'part', title: t('changePart'), cell: ({ part }) => word('consumable', part) },
      { key: 'before', title: t('changeFrom'), cell: ({ before }) => limitText(before, t('asDelivered')) },
      { key: 'after', title: t('changeTo'), cell: ({ after }) => limitText(after, unknown) },
      {
        key: 'by',
        title: t('changeBy'),
        cell: ({ by, origin }) => (origin === 'DEVICE' ? t('atTheRobot') : by || unknown),
      },
      { key: 'at', title: t('changeAt'), cell: ({ at }) => <Ago at={at} /> },
      {
        key: 'state',
        title: t('changeState'),
        cell: ({ appliedAt }) =>
          appliedAt ? (
            <>
              <StateMark tone="working" icon="check" word={t('reached')} /> <Ago at={appliedAt} />
            </>
          ) : (
            <StateMark tone="waiting" icon="clock" word={t('waits')} />
          ),
      },
    ];
  }, [t, word]);
}

/** The changes of limits: author, old and new value, and when the robot applied them. */
export function LimitHistory({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices/care');
  const columns = useColumns();
  const input = { id: deviceId, pageSize: maxRows };
  const { data } = useQuery({ ...callQuery(deviceCareCalls.limitChanges, input), meta: { silent: true } });
  return (
    <section className="care-history">
      <h2>{t('limitChanges')}</h2>
      {data?.list.length === 0 && <p>{t('noLimitChanges')}</p>}
      {data && data.list.length > 0 && (
        <DataTable label={t('limitChanges')} rows={data.list} columns={columns} />
      )}
    </section>
  );
}
