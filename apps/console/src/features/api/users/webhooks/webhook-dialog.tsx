import { openEventNames, webhookCalls, webhookModes, type Webhook } from '@sweepline/contract';
import { Form, Input, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { webhookName } from './webhook-name.ts';

interface Props {
  /** The API user of a new webhook. */
  userId: string;
  /** The webhook to edit. Without it the dialog creates one. */
  webhook?: Webhook;
  onAdded?: (secret: string) => void;
  onClose: () => void;
}

/** Creates or edits a webhook: where events are sent, which ones and how much of them. */
export function WebhookDialog({ userId, webhook, onAdded, onClose }: Props) {
  const { t } = useTranslation('api/users/webhooks');
  if (webhook) {
    const { id, version, name, url, mode, events } = webhook;
    return (
      <FormDialog
        title={t('editTitle', { name: webhookName(webhook) })}
        call={webhookCalls.update}
        submit={t('save')}
        initial={{ id, version, name, url, mode, events }}
        onClose={onClose}
      >
        <WebhookFields />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={t('addTitle')}
      call={webhookCalls.add}
      submit={t('add')}
      done={null}
      initial={{ userId, name: '', url: '', mode: 'SNAPSHOT', events: [] }}
      after={({ secret }) => {
        onClose();
        onAdded?.(secret);
      }}
      onClose={onClose}
    >
      <WebhookFields />
    </FormDialog>
  );
}

function WebhookFields() {
  const { t } = useTranslation('api/users/webhooks');
  return (
    <>
      <Form.Item name="url" label={t('url')} extra={t('urlHint')}>
        <Input maxLength={500} autoComplete="off" inputMode="url" placeholder="https://example.com/events" />
      </Form.Item>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={60} autoComplete="off" placeholder={t('nameExample')} />
      </Form.Item>
      <Form.Item name="events" label={t('events')}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={openEventNames.map((value) => ({ value, label: `${t(`names.${value}`)} (${value})` }))}
        />
      </Form.Item>
      <Form.Item name="mode" label={t('mode')} extra={t('modeHint')}>
        <Radio.Group options={webhookModes.map((value) => ({ value, label: t(`modes.${value}`) }))} />
      </Form.Item>
    </>
  );
}
