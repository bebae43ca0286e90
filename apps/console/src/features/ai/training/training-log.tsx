import type { AiTrainingEvent } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTimeExact } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';

/** What happened to a training, oldest first. */
export function TrainingLog({ log }: { log: readonly AiTrainingEvent[] }) {
  const { t } = useTranslation('ai/training');
  if (log.length === 0) return null;
  return (
    <section>
      <h2>{t('log')}</h2>
      <PlainTable cards>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('event')}</th>
          </tr>
        </thead>
        <tbody>
          {log.map(({ at, kind, number }) => (
            <tr key={`${at} ${kind}`}>
              <th scope="row" data-label={t('time')}>
                {formatTimeExact(at)}
              </th>
              <td data-label={t('event')}>{t(`events.${kind}`, { number: formatNumber(number) })}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </section>
  );
}
