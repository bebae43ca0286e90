import { pages, type VerificationState, type WorkOrderDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatTime } from '../../../../kit/format/format.ts';
import type { IconName } from '../../../../kit/ui/icons.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../../kit/ui/theme.ts';
import { WriteArticleLink } from '../../../../shared/articles/write-article-link.tsx';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import { orderNumber } from '../../../../shared/work-order-words/order-number.ts';

const looks: Record<VerificationState, { tone: Tone; icon: IconName }> = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  VERIFIED: { tone: 'working', icon: 'shield' },
  FAILED: { tone: 'fault', icon: 'alert' },
  NOT_POSSIBLE: { tone: 'quiet', icon: 'minus' },
};

/** How it ended, and whether the robot showed that the fix held. */
export function OrderResult({ order }: { order: WorkOrderDetail }) {
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const { resolution, resolutionText, mergedInto } = order;
  return (
    <>
      {resolution && <p className="order-strong">{word('resolution', resolution)}</p>}
      {resolutionText && <p className="order-text">{resolutionText}</p>}
      {mergedInto && (
        <p>
          {t('goesOnIn')} <Link to={pages.workOrder({ id: mergedInto.id })}>{orderNumber(mergedInto)}</Link>
        </p>
      )}
      <Verification order={order} />
      {resolution === 'FIXED' && resolutionText && (
        <p>
          <WriteArticleLink question={order.name} answer={resolutionText} code={order.alarm?.code} />
        </p>
      )}
    </>
  );
}

function Verification({ order }: { order: WorkOrderDetail }) {
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const { verification, verificationText, verificationObstacle, verifiedAt } = order;
  if (!verification) return null;
  const why = verificationObstacle
    ? word('obstacle', verificationObstacle)
    : verificationText || t(`verifications.${verification}`);
  return (
    <div className="order-verification">
      <StateMark {...looks[verification]} word={word('verification', verification)} />
      {verifiedAt && <small>{formatTime(verifiedAt)}</small>}
      <p className="order-quiet">{why}</p>
    </div>
  );
}
