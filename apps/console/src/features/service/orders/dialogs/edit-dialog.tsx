import { workOrderCalls, type WorkOrderDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import type { ActDialogProps } from '../work-order-acts.tsx';
import { DescriptionFields, KindFields } from '../../../../shared/work-orders/order-fields/order-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import { orderNumber } from '../../../../shared/work-order-words/order-number.ts';

/** Changes what an open order says. */
export function EditDialog({ order, onClose }: ActDialogProps<WorkOrderDetail>) {
  const { t } = useTranslation('service/orders');
  const { id, version, name, type, level, faultType, description, contactName, siteNumber } = order;
  return (
    <FormDialog
      title={t('titles.edit', { number: orderNumber(order) })}
      call={workOrderCalls.update}
      initial={{
        id,
        version,
        name,
        type,
        level,
        faultType,
        description,
        contactName,
        contactNumber: siteNumber,
      }}
      submit={t('save')}
      onClose={onClose}
    >
      <DescriptionFields />
      <KindFields />
      <ContactFields />
    </FormDialog>
  );
}
