import { workOrderActCalls, type Sent } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { readerZone } from '../../../../kit/format/reader.ts';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import type { ActDialogProps } from '../work-order-acts.tsx';
import { AppointmentField } from './appointment-field.tsx';
import { TechnicianField } from './technician-field.tsx';
import { orderNumber } from '../../../../shared/work-order-words/order-number.ts';

type Dispatch = Partial<Sent<typeof workOrderActCalls.dispatch>>;

/** Gives an order to a person, with a number to call and an appointment. */
export function DispatchDialog({ order, onClose }: ActDialogProps) {
  const { t } = useTranslation('service/orders');
  const { id, version, assignee, contactNumber, appointment, site } = order;
  const initial: Dispatch = {
    id,
    version,
    appointment,
    ...(assignee && { assigneeId: assignee.id }),
    ...(contactNumber !== null && { contactNumber }),
  };
  return (
    <FormDialog
      title={t(assignee ? 'titles.dispatchAgain' : 'titles.dispatch', { number: orderNumber(order) })}
      call={workOrderActCalls.dispatch}
      initial={initial}
      submit={t(assignee ? 'acts.dispatchAgain' : 'acts.dispatch')}
      done={t('done.dispatch', { number: orderNumber(order) })}
      onClose={onClose}
    >
      <Form.Item name="assigneeId" label={t('assignee')}>
        <TechnicianField orderId={id} />
      </Form.Item>
      <Form.Item name="contactNumber" label={t('contactNumber')} extra={t('contactNumberHint')}>
        <Input type="tel" maxLength={40} />
      </Form.Item>
      <AppointmentField zone={site?.timezone ?? readerZone()} isOfSite={site !== null} />
      <Form.Item name="note" label={t('note')}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}
