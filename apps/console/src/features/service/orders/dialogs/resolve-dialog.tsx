import {
  reopenDays,
  undispatchedResolutions,
  workOrderActCalls,
  workOrderResolutions,
  type Sent,
} from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import type { ActDialogProps } from '../work-order-acts.tsx';
import { orderNumber } from '../../../../shared/work-order-words/order-number.ts';

/** A duplicate names its order, so it has a dialog of its own. */
const resolutions = workOrderResolutions.filter((resolution) => resolution !== 'DUPLICATE');

/** Ends an order. One that was never dispatched can only be withdrawn. */
export function ResolveDialog({ order, onClose }: ActDialogProps) {
  const { t } = useTranslation('service/orders');
  const { choices } = useWorkOrderWords();
  const { id, version, state, device, alarm } = order;
  const isDispatched = state !== 'SUBMITTED';
  const offered = resolutions.filter((it) => isDispatched || undispatchedResolutions.includes(it));
  const resolution = isDispatched ? 'FIXED' : 'WITHDRAWN';
  return (
    <FormDialog
      title={t('titles.resolve', { number: orderNumber(order) })}
      call={workOrderActCalls.resolve}
      initial={{ id, version, resolution } as Partial<Sent<typeof workOrderActCalls.resolve>>}
      submit={t('acts.resolve')}
      done={t('done.resolve', { number: orderNumber(order) })}
      onClose={onClose}
    >
      {!isDispatched && <p className="order-quiet">{t('onlyWithdrawn')}</p>}
      <Form.Item name="resolution" label={t('resolution')}>
        <Select options={choices('resolution', offered)} />
      </Form.Item>
      <Form.Item
        name="text"
        label={t('resolutionText')}
        extra={isDispatched && device && alarm ? t('verifiedLater') : undefined}
      >
        <Input.TextArea autoFocus rows={4} maxLength={2_000} />
      </Form.Item>
    </FormDialog>
  );
}

/** Brings a resolved order back into work. */
export function ReopenDialog({ order, onClose }: ActDialogProps) {
  const { id, version } = order;
  const { t } = useTranslation('service/orders');
  return (
    <FormDialog
      title={t('titles.reopen', { number: orderNumber(order) })}
      call={workOrderActCalls.reopen}
      initial={{ id, version } as Partial<Sent<typeof workOrderActCalls.reopen>>}
      submit={t('acts.reopen')}
      done={t('done.reopen', { number: orderNumber(order) })}
      onClose={onClose}
    >
      <p className="order-quiet">{t('reopenHint', { count: reopenDays })}</p>
      <Form.Item name="reason" label={t('reason')}>
        <Input.TextArea autoFocus rows={3} maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}
