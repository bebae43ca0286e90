import { maintenancePlanCalls, pages, type MaintenanceDue } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { formatDate, formatNumber } from '../../../../kit/format/format.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';
import type { Calendar } from '../use-calendar.ts';

const maxShown = 8;

/** All-day entries: maintenance that is due on the days of the page. What is overdue stands with today. */
export function MaintenanceDays({ calendar }: { calendar: Calendar }) {
  const { t } = useTranslation('work/calendar');
  const { days, today, range, siteId, deviceId } = calendar;
  const { data } = useQuery({
    ...callQuery(maintenancePlanCalls.dues, {
      to: range.to,
      ...(!days.includes(today) && { from: range.from }),
      ...(siteId && { siteId }),
      ...(deviceId && { deviceId }),
      pageSize: maxShown,
    }),
    enabled: may(maintenancePlanCalls.dues.allow),
    meta: { silent: true },
  });
  if (!data || data.list.length === 0) return null;
  return (
    <section className="plan-maintenance" aria-label={t('maintenance')}>
      <h2>{t('maintenance')}</h2>
      <ul>
        {data.list.map((due) => (
          <li key={due.id}>
            <MaintenanceChip due={due} />
          </li>
        ))}
        {data.total > data.list.length && (
          <li>
            <Link to={`${pages.maintenancePlans()}?view=due`}>
              {t('maintenanceMore', { shown: formatNumber(data.total - data.list.length) })}
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

function MaintenanceChip({ due }: { due: MaintenanceDue }) {
  const { t } = useTranslation('work/calendar');
  const isOverdue = due.state === 'OVERDUE';
  const date = formatDate(due.dueAt);
  return (
    <Link
      className="plan-maintenance-chip"
      data-overdue={isOverdue}
      to={pages.maintenancePlans({ deviceId: due.device.id })}
    >
      <Icon name={isOverdue ? 'alert' : 'clock'} size={13} strokeWidth={2.1} />
      <span>
        {isOverdue ? t('maintenanceOverdue', { date }) : date} · {due.device.name} · {due.planName}
      </span>
    </Link>
  );
}
