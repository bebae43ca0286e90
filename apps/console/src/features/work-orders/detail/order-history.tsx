import type { WorkOrderDetail, WorkOrderEvent, WorkOrderEventKind } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { IconName } from '../../../kit/ui/icons.ts';
import { usePersonName } from '../work-order-state.tsx';
import { CommentForm } from './comment-form.tsx';
import { useChangeWords } from './use-change-words.ts';

const icons: Record<WorkOrderEventKind, IconName> = {
  SUBMITTED: 'plus',
  CHANGED: 'edit',
  DISPATCHED: 'user',
  WAITING: 'pause',
  CONTINUED: 'play',
  COMMENTED: 'mail',
  WORKED: 'wrench',
  RESOLVED: 'check',
  REOPENED: 'undo',
  VERIFIED: 'shield',
  VERIFICATION_FAILED: 'alert',
  VERIFICATION_NOT_POSSIBLE: 'minus',
  RATED: 'star',
  MERGED: 'copy',
  REPORTED_AGAIN: 'bell',
};

/** Everything that happened to the order, newest first, and a place for a comment. */
export function OrderHistory({ order: { id, events } }: { order: WorkOrderDetail }) {
  return (
    <>
      <CommentForm orderId={id} />
      <ol className="order-history">
        {events.map((event) => (
          <HistoryEntry key={event.id} event={event} />
        ))}
      </ol>
    </>
  );
}

function HistoryEntry({ event }: { event: WorkOrderEvent }) {
  const { t } = useTranslation('work-orders');
  const personName = usePersonName();
  const changeWords = useChangeWords();
  const { kind, by, at, text, isInternal } = event;
  const changes = changeWords(event);
  return (
    <li data-internal={isInternal || undefined}>
      <Icon name={isInternal ? 'lock' : icons[kind]} size={16} />
      <div>
        <span>
          {t(`did.${kind}`, { who: by ? personName(by) : t('theServer') })}
          {isInternal && <em>{t('internal')}</em>}
        </span>
        {changes.length > 0 && <small>{changes.join(' · ')}</small>}
        {/* The description stands at the top of the page. */}
        {text && kind !== 'SUBMITTED' && <p>{text}</p>}
        <small>
          <Ago at={at} />
        </small>
      </div>
    </li>
  );
}
