import type { WorkOrder } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { addDays, dayOf } from '../../../kit/format/days.ts';
import { formatDayShort } from '../../../kit/format/format-day.ts';
import { formatClocksIn, formatTimeIn } from '../../../kit/format/zone-time.ts';
import { useNow } from '../../../kit/format/use-now.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useWorkOrderWords } from '../../../shared/work-order-words/use-work-order-words.ts';
import { zoneOf } from './order-groups.ts';

/** The appointment in the time of the site: the day only when it is not today. */
export function useAppointment() {
  const { t } = useTranslation('service/my-orders');
  const now = useNow();
  return (order: Pick<WorkOrder, 'appointment' | 'site'>): string => {
    const { appointment } = order;
    if (!appointment) return t('noAppointment');
    const zone = zoneOf(order);
    const [day, today] = [dayOf(appointment.from, zone), dayOf(now, zone)];
    const times = formatClocksIn(appointment.from, appointment.until, zone);
    if (day === today) return times;
    return `${day === addDays(today, 1) ? t('tomorrow') : formatDayShort(day)} · ${times}`;
  };
}

/** The service level, or what the order waits for; nothing while neither matters. */
export function OrderDue({ order }: { order: WorkOrder }) {
  const { t } = useTranslation('service/my-orders');
  const { word } = useWorkOrderWords();
  const now = useNow();
  if (order.waiting) return <StateMark tone="quiet" icon="pause" word={word('waiting', order.waiting.for)} />;
  if (order.state === 'RESOLVED' || order.resolveBy === null) return null;
  const isOver = order.isLate || Date.parse(order.resolveBy) < now;
  return (
    <StateMark
      tone={isOver ? 'fault' : 'quiet'}
      icon="clock"
      word={isOver ? t('late') : t('dueBy', { at: formatTimeIn(order.resolveBy, zoneOf(order)) })}
    />
  );
}
