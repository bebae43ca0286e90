import { pages, type WorkOrder } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../kit/format/format.ts';
import { TimeIn } from '../../kit/format/time-in.tsx';
import { Dialog } from '../../kit/form/dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { mayReadAppointments, useAppointments, type AppointmentRange } from './use-appointments.ts';
import './appointments-button.css';
import { orderNumber } from '../work-order-words/order-number.ts';

/** The appointments of work orders in the days that a calendar shows. Hidden without the permission of work orders. */
export function AppointmentsButton({ range }: { range: AppointmentRange }) {
  const { t } = useTranslation('work-order-words');
  const [isOpen, setOpen] = useState(false);
  const data = useAppointments(range);
  if (!mayReadAppointments()) return null;
  return (
    <>
      <Button icon="wrench" onClick={() => setOpen(true)}>
        {t('appointments.title')}{' '}
        <span className="order-appointment-count">{data && formatNumber(data.total)}</span>
      </Button>
      {isOpen && (
        <Dialog open title={t('appointments.title')} footer={null} onCancel={() => setOpen(false)}>
          {data?.total === 0 && <p>{t('appointments.none')}</p>}
          <ul className="order-appointments">
            {data?.list.map((order) => (
              <li key={order.id}>
                <Visit order={order} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function Visit({ order }: { order: WorkOrder }) {
  const { id, name, appointment, device, site, assignee } = order;
  return (
    <>
      <TimeIn at={appointment?.from} zone={site?.timezone} />
      <div>
        <Link to={pages.workOrder({ id })}>{name}</Link>
        <small>
          {[orderNumber(order), assignee?.name, device?.name, site?.name].filter(Boolean).join(' · ')}
        </small>
      </div>
    </>
  );
}
