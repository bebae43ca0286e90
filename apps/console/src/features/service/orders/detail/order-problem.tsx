import type { WorkOrderDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { RemedyArticles } from '../../../../shared/articles/remedy-articles.tsx';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import { PhoneLink } from '../work-order-state.tsx';

/** What was reported, and whom to ask on site. */
export function OrderProblem({ order }: { order: WorkOrderDetail }) {
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const { description, faultType, contactName, siteNumber, alarm, device } = order;
  return (
    <>
      <p className="order-text">{description}</p>
      <p className="order-quiet">
        {t('faultType')}: {word('faultType', faultType)}
      </p>
      {(contactName || siteNumber) && (
        <p className="order-quiet">
          {t('siteContact')}: {contactName} <PhoneLink number={siteNumber || null} />
        </p>
      )}
      {alarm && device && <RemedyArticles code={alarm.code} model={device.model} />}
    </>
  );
}
