import { workOrderActCalls, workOrderWaits, type Sent } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import type { ActDialogProps } from '../work-order-acts.tsx';
import { orderNumber } from '../../../../shared/work-order-words/order-number.ts';

type Wait = Partial<Sent<typeof workOrderActCalls.wait>>;

function NoteField() {
  const { t } = useTranslation('service/orders');
  return (
    <Form.Item name="note" label={t('note')}>
      <Input.TextArea rows={3} maxLength={500} />
    </Form.Item>
  );
}

/** Stops the clock of an order in work. */
export function WaitDialog({ order, onClose }: ActDialogProps) {
  const { id, version } = order;
  const { t } = useTranslation('service/orders');
  const { choices } = useWorkOrderWords();
  return (
    <FormDialog
      title={t('titles.wait', { number: orderNumber(order) })}
      call={workOrderActCalls.wait}
      initial={{ id, version, waitingFor: 'PART' } as Wait}
      submit={t('acts.wait')}
      done={t('done.wait', { number: orderNumber(order) })}
      onClose={onClose}
    >
      <p className="order-quiet">{t('waitHint')}</p>
      <Form.Item name="waitingFor" label={t('waits')}>
        <Select autoFocus options={choices('waiting', workOrderWaits)} />
      </Form.Item>
      <NoteField />
    </FormDialog>
  );
}

/** Lets the clock of an order run again. */
export function ContinueDialog({ order, onClose }: ActDialogProps) {
  const { id, version } = order;
  const { t } = useTranslation('service/orders');
  return (
    <FormDialog
      title={t('titles.continue', { number: orderNumber(order) })}
      call={workOrderActCalls.wait}
      initial={{ id, version, waitingFor: null } as Wait}
      submit={t('acts.continue')}
      done={t('done.continue', { number: orderNumber(order) })}
      onClose={onClose}
    >
      <p className="order-quiet">{t('continueHint')}</p>
      <NoteField />
    </FormDialog>
  );
}
