import type { WorkOrderDetail, WorkOrderEvent, WorkOrderEventKind } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import type { IconName } from '../../../../kit/ui/icons.ts';
import { usePersonName } from '../../../../shared/people/use-person-name.ts';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
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
export function OrderHistory({ order }: { order: WorkOrderDetail }) {
  const { id, events } = order;
  return (
    <>
      <CommentForm orderId={id} />
      <ol className="order-history">
        {events.map((event) => (
          <HistoryEntry key={event.id} event={event} order={order} />
        ))}
      </ol>
    </>
  );
}

function HistoryEntry({ event, order }: { event: WorkOrderEvent; order: WorkOrderDetail }) {
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const personName = usePersonName();
  const changeWords = useChangeWords(order);
  const { kind, by, at, text, isInternal } = event;
  const changes = changeWords(event);
  return (
    <li data-internal={isInternal || undefined}>
      <Icon name={isInternal ? 'lock' : icons[kind]} size={16} />
      <div>
        <span>
          {word('event', kind)}
          {isInternal && <em>{t('internal')}</em>}
        </span>
        {changes.length > 0 && <small>{changes.join(' · ')}</small>}
        {/* The description stands at the top of the page. */}
        {text && kind !== 'SUBMITTED' && <p>{text}</p>}
        <small>
          {personName(by)} · <Ago at={at} />
        </small>
      </div>
    </li>
  );
}
