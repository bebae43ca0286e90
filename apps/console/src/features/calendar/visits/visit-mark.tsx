import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../../kit/ui/icon.tsx';
import { clockOf } from '../calendar-rules.ts';
import type { Visit } from './visit-rules.ts';
import './visit-mark.css';

/** A touch target is at least this high. */
const minPx = 26;

/** An appointment of a work order at the edge of its day; it leads to the order. */
export function VisitMark({ visit: { order, from, to }, hourPx }: { visit: Visit; hourPx: number }) {
  const { t } = useTranslation('work-order-words');
  const name = [
    t('appointments.one'),
    `${clockOf(from)}–${clockOf(to)}`,
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
