import type { WorkOrder, WorkOrderState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { unknown } from '../../../kit/format/format.ts';
import { TimeIn } from '../../../kit/format/time-in.tsx';
import { useNow } from '../../../kit/format/use-now.ts';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';
import { usePersonName } from '../../../shared/people/use-person-name.ts';
import { useWorkOrderWords } from '../../../shared/work-order-words/use-work-order-words.ts';

const stateLooks: Record<WorkOrderState, { tone: Tone; icon: IconName }> = {
  SUBMITTED: { tone: 'waiting', icon: 'ring' },
  PROCESSING: { tone: 'moving', icon: 'wrench' },
  RESOLVED: { tone: 'working', icon: 'check' },
};

/** The state; what the order waits for, or its resolution, is below it. */
export function OrderState({ state, waiting, resolution }: WorkOrder) {
  const { word } = useWorkOrderWords();
  return (
    <span>
      <StateMark {...stateLooks[state]} word={word('state', state)} />
      {waiting && <small>{word('waiting', waiting.for)}</small>}
      {resolution && <small>{word('resolution', resolution)}</small>}
    </span>
  );
}

/** Who made the order; a rule, a plan or a QR code has no account. */
export function OrderPublisher({ publisher, origin }: Pick<WorkOrder, 'publisher' | 'origin'>) {
  const personName = usePersonName();
  const { word } = useWorkOrderWords();
  return <>{publisher ? personName(publisher) : word('origin', origin)}</>;
}

/** The next moment that the service level names: an answer first, then the resolution. */
export const dueOf = ({ respondBy, respondedAt, resolveBy }: WorkOrder) =>
  respondedAt === null && respondBy !== null
    ? ({ kind: 'respond', at: respondBy } as const)
    : resolveBy === null
      ? null
      : ({ kind: 'resolve', at: resolveBy } as const);

/** When an order is due, whether it is late, or that its clock stands while it waits. */
export function OrderDue({ order }: { order: WorkOrder }) {
  const { t } = useTranslation('service/orders');
  const now = useNow();
  const due = dueOf(order);
  if (order.state === 'RESOLVED') {
    const late = order.isLate && <StateMark tone="fault" icon="clock" word={t('due.missed')} />;
    return late || <span className="sl-unknown">{unknown}</span>;
  }
  if (order.waiting)
    return (
      <span>
        <StateMark tone="quiet" icon="pause" word={t('due.stands')} />
        <small>
          <Ago at={order.waiting.since} />
        </small>
      </span>
    );
  if (!due)
    return order.isLate ? (
      <StateMark tone="fault" icon="clock" word={t('due.missed')} />
    ) : (
      <span className="sl-unknown">{unknown}</span>
    );
  const isOver = Date.parse(due.at) < now;
  return (
    <span>
      <StateMark
        tone={isOver ? 'fault' : 'quiet'}
        icon="clock"
        word={isOver ? t('due.late') : t(`due.${due.kind}`)}
      />
      <small>
        <TimeIn at={due.at} zone={order.site?.timezone} />
      </small>
    </span>
  );
}

/** A number that a phone can call. */
export const PhoneLink = ({ number }: { number: string | null }) =>
  number ? (
    <a href={`tel:${number.replaceAll(/[^+\d]/g, '')}`}>{number}</a>
  ) : (
    <span className="sl-unknown">{unknown}</span>
  );

/** 1 to 5 stars, as a number with a star for a list. */
export const OrderRating = ({ rating }: Pick<WorkOrder, 'rating'>) =>
  rating === null ? <span className="sl-unknown">{unknown}</span> : <span>{`★ ${rating}`}</span>;
