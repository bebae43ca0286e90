import type { WorkOrderDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { TimeIn } from '../../../../kit/format/time-in.tsx';
import { useNow } from '../../../../kit/format/use-now.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';

/** By when the service level wants an answer and a resolution. While the order waits, its clock stands. */
export function OrderServiceLevel({ order }: { order: WorkOrderDetail }) {
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const now = useNow();
  const { respondBy, respondedAt, resolveBy, resolvedAt, waiting, isLate } = order;
  const rows = [
    { key: 'respond', by: respondBy, at: respondedAt },
    { key: 'resolve', by: resolveBy, at: resolvedAt },
  ] as const;
  const known = rows.filter(({ by }) => by !== null);
  return (
    <>
      {waiting && (
        <p>
          <StateMark tone="quiet" icon="pause" word={t('due.stands')} />{' '}
          <small className="order-quiet">
            {word('waiting', waiting.for)} · <Ago at={waiting.since} />
          </small>
        </p>
      )}
      {known.length === 0 && !waiting && (
        <p className="order-quiet">{t(isLate ? 'due.missed' : 'due.none')}</p>
      )}
      <dl className="order-facts">
        {known.map(({ key, by, at }) => {
          const isMissed = Date.parse(by!) < (at === null ? now : Date.parse(at));
          return (
            <div key={key}>
              <dt>{t(`due.${key}`)}</dt>
              <dd>
                <TimeIn at={by} zone={order.site?.timezone} />{' '}
                {at !== null ? (
                  <StateMark
                    tone={isMissed ? 'fault' : 'working'}
                    icon={isMissed ? 'clock' : 'check'}
                    word={t(isMissed ? 'due.missed' : 'due.kept')}
                  />
                ) : (
                  isMissed && <StateMark tone="fault" icon="clock" word={t('due.late')} />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
