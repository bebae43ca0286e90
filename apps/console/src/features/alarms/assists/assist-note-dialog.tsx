import { assistCalls, type Assist } from '@sweepline/contract';
import { Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';

/** A note on who helped and why, or that no assist took place. */
export function AssistNoteDialog({ assist, onClose }: { assist: Assist; onClose: () => void }) {
  const { t } = useTranslation('alarms/assists');
  const { helper, text, dismissed, version } = assist.note;
  return (
    <FormDialog
      title={t('noteTitle', { robot: assist.device?.nickname || assist.device?.sn || t('goneRobot') })}
      call={assistCalls.note}
      submit={t('saveNote')}
      done={t('noteSaved')}
      initial={{ id: assist.id, version, helper, text, dismissed }}
      onClose={onClose}
    >
      <Form.Item name="helper" label={t('helper')}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="text" label={t('noteText')}>
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
      <Form.Item name="dismissed" valuePropName="checked" extra={t('dismissHint')}>
        <Checkbox>{t('dismiss')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
