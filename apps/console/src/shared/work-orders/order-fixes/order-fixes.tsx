import {
  pages,
  workOrderCalls,
  workOrderEvidenceCalls,
  type AlarmEntry,
  type WorkOrderFix,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { formatDate, formatNumber, formatShare } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import './order-fixes.css';
import { orderNumber } from '../../work-order-words/order-number.ts';

interface Props {
  alarm: Pick<AlarmEntry, 'code' | 'deviceId'>;
}

/** What resolved this code on this model lately, and how often it held at the first attempt. */
export function OrderFixes({ alarm: { code, deviceId } }: Props) {
  const { t } = useTranslation('order-fixes');
  const { data } = useQuery({
    ...callQuery(workOrderEvidenceCalls.fixes, { code, deviceId }),
    enabled: may(workOrderEvidenceCalls.fixes.allow),
    meta: { silent: true },
  });
  if (!data) return null;
  const { fixed, verified, failed, firstTimeFixRate, list } = data;
  return (
    <section className="order-fixes" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {fixed === 0 && firstTimeFixRate === null ? (
        <p>{t('none')}</p>
      ) : (
        <p>
          {t('fixed', { count: fixed, shown: formatNumber(fixed) })}
          {firstTimeFixRate !== null && (
            <span title={t('rateFormula', { verified, failed })}>
              {t('rate')}: <strong>{formatShare(firstTimeFixRate)}</strong>
            </span>
          )}
        </p>
      )}
      {list.length > 0 && (
        <ul>
          {list.map((fix) => (
            <Fix key={fix.id} fix={fix} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Fix({ fix }: { fix: WorkOrderFix }) {
  const { id, text, resolvedAt, held } = fix;
  const number = orderNumber(fix);
  const { t } = useTranslation('order-fixes');
  return (
    <li>
      <p>{text}</p>
      <small>
        {may(workOrderCalls.detail.allow) ? <Link to={pages.workOrder({ id })}>{number}</Link> : number}
        <span>{formatDate(resolvedAt)}</span>
        {held !== null && (
          <StateMark
            tone={held ? 'working' : 'fault'}
            icon={held ? 'check' : 'alert'}
            word={t(held ? 'held' : 'cameBack')}
          />
        )}
      </small>
    </li>
  );
}
