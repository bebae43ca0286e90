import { webhookDeliveryCalls, type Webhook } from '@sweepline/contract';
import { Checkbox, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { MomentField } from '../../../../kit/form/moment-field.tsx';
import { webhookName } from './webhook-name.ts';

const dayMs = 86_400_000;

/** From the failure that disabled the webhook or made it fail until now, or the last day. */
const rangeOf = ({ failingSince, disabledAt }: Webhook) => ({
  from: failingSince ?? disabledAt ?? new Date(Date.now() - dayMs).toISOString(),
  to: new Date().toISOString(),
});

/** Sends the events of a range to a webhook again, also those that came while it was disabled. */
export function ReplayRangeDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('api/users/webhooks');
  const [range] = useState(() => rangeOf(webhook));
  return (
    <FormDialog
      title={t('replayRangeTitle', { name: webhookName(webhook) })}
      call={webhookDeliveryCalls.replayRange}
      submit={t('replay')}
      done={t('replayRangeDone')}
      also={['webhooks']}
      initial={{
        id: webhook.id,
        ...range,
        onlyFailed: true,
      }}
      onClose={onClose}
    >
      <div className="api-user-row">
        <Form.Item name="from" label={t('from')}>
          <MomentField />
        </Form.Item>
        <Form.Item name="to" label={t('to')}>
          <MomentField />
        </Form.Item>
      </div>
      <Form.Item name="onlyFailed" valuePropName="checked">
        <Checkbox>{t('onlyFailed')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
