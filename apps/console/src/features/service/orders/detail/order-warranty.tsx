import type { WorkOrderDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../../kit/format/format.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import { useWords } from '../../../../shared/words/use-words.ts';

/** The warranty when the order was made, and who pays by it. */
export function OrderWarranty({ order: { warranty, warrantyUntil } }: { order: WorkOrderDetail }) {
  const { t } = useTranslation('service/orders');
  const { word: common } = useWords();
  const { word } = useWorkOrderWords();
  const isIn = warranty === 'IN_WARRANTY' || warranty === 'EXTENDED';
  return (
    <>
      {warranty && (
        <p>
          <StateMark
            tone={isIn ? 'working' : 'waiting'}
            icon={isIn ? 'shield' : 'alert'}
            word={common('warranty', warranty)}
          />{' '}
          {warrantyUntil && (
            <small className="order-quiet">{t('warrantyUntil', { date: formatDate(warrantyUntil) })}</small>
          )}
        </p>
      )}
      <p className="order-quiet">{word('warranty', warranty ?? 'UNKNOWN')}</p>
    </>
  );
}
