import { shellCalls, shellRules, type ShellStanding } from '@sweepline/contract';
import { Checkbox, Form, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { Icon } from '../../kit/ui/icon.tsx';

interface Props {
  deviceId: string;
  name: string;
  standing: ShellStanding;
  onClose: () => void;
}

const usualMinutes = 15;

/** Requests a shell: why, for how long, and in an emergency without approvals. */
export function RequestDialog({ deviceId, name, standing, onClose }: Props) {
  const { t } = useTranslation('remote-shell');
  const { approvalsDue, mayBreakGlass } = standing;
  const isGlass = mayBreakGlass && approvalsDue.length > 0;
  return (
    <FormDialog
      title={t('requestTitle', { name })}
      call={shellCalls.request}
      submit={t('request')}
      done={null}
      initial={{ deviceId, minutes: usualMinutes, breakGlass: false }}
      onClose={onClose}
    >
      <p className="sh-note">
        <Icon name="seen" size={16} />
        {t('recorded')}
      </p>
      {approvalsDue.length > 0 && (
        <p className="sh-note">
          <Icon name="user" size={16} />
          {approvalsDue.map((side) => t(`due.${side}`)).join(' ')}
        </p>
      )}
      <Form.Item name="reason" label={t('reason')} extra={t('reasonHint')}>
        <Input.TextArea autoFocus rows={3} maxLength={200} showCount />
      </Form.Item>
      <Form.Item
        name="minutes"
        label={t('minutes')}
        extra={t('minutesHint', { count: shellRules.maxMinutes })}
      >
        <InputNumber min={1} max={shellRules.maxMinutes} precision={0} />
      </Form.Item>
      {isGlass && (
        <Form.Item name="breakGlass" valuePropName="checked" extra={t('glassHint')}>
          <Checkbox>{t('glass')}</Checkbox>
        </Form.Item>
      )}
    </FormDialog>
  );
}
