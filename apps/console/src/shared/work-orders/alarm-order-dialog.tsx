import { pages, workOrderCalls, type Sent } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { toast } from '../../kit/ui/toasts.ts';
import { orderNumber } from '../work-order-words/order-number.ts';
import { DescriptionFields, KindFields } from './order-fields/order-fields.tsx';

interface Props {
  /** What the alarm proposes. */
  initial: Sent<typeof workOrderCalls.add> & { deviceId: string };
  onClose: () => void;
}

/** A new order of an alarm, filled in beforehand. It names the open orders of the robot, one of which may be about the same. */
export function AlarmOrderDialog({ initial, onClose }: Props) {
  const { t } = useTranslation('work-order-words');
  const navigate = useNavigate();
  return (
    <FormDialog
      title={t('fromAlarm.make')}
      call={workOrderCalls.add}
      initial={initial}
      submit={t('fromAlarm.submit')}
      done={null}
      after={({ id, isNew, ...made }) => {
        onClose();
        toast({
          tone: 'done',
          text: t(isNew ? 'fromAlarm.made' : 'fromAlarm.exists', { number: orderNumber(made) }),
        });
        void navigate(pages.workOrder({ id }));
      }}
      onClose={onClose}
    >
      <DescriptionFields />
      <KindFields />
      <OpenOrders deviceId={initial.deviceId} />
    </FormDialog>
  );
}

/** More would hide the form. */
const maxShown = 5;

function OpenOrders({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('work-order-words');
  const state: Sent<typeof workOrderCalls.list>['state'] = ['SUBMITTED', 'PROCESSING'];
  const { data } = useQuery({
    ...callQuery(workOrderCalls.list, { deviceId, state, pageSize: maxShown }),
    enabled: may(workOrderCalls.list.allow),
    meta: { silent: true },
  });
  if (!data || data.list.length === 0) return null;
  return (
    <section className="order-open" aria-label={t('fromAlarm.openOrders')}>
      <p>{t('fromAlarm.openOrders')}</p>
      <ul>
        {data.list.map((order) => (
          <li key={order.id}>
            <Link to={pages.workOrder({ id: order.id })} target="_blank">
              {orderNumber(order)}
            </Link>{' '}
            {order.name}
          </li>
        ))}
      </ul>
    </section>
  );
}
