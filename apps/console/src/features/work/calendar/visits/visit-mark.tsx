import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { formatClocksIn } from '../../../../kit/format/zone-time.ts';
import type { Visit } from './visit-rules.ts';
import './visit-mark.css';

/** A touch target is at least this high. */
const minPx = 26;

interface Props {
  visit: Visit;
  /** The zone of the grid. */
  zone: string;
  hourPx: number;
}

/** An appointment of a work order at the edge of its day; it leads to the order. */
export function VisitMark({ visit: { order, from, to }, zone, hourPx }: Props) {
  const { t } = useTranslation('work-order-words');
  const { appointment, site } = order;
  const name = [
    t('appointments.one'),
    appointment && formatClocksIn(appointment.from, appointment.until, site?.timezone ?? zone, zone),
    order.device?.name,
    order.assignee?.name,
    order.name,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <Link
      className="plan-visit"
      style={{ top: (from / 60) * hourPx, height: Math.max(((to - from) / 60) * hourPx, minPx) }}
      to={pages.workOrder({ id: order.id })}
      title={name}
      aria-label={name}
    >
      <Icon name="wrench" size={14} strokeWidth={2.2} />
    </Link>
  );
}
