import { videoRecordingCalls } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';

interface Props {
  name: string;
  sessionId: string;
  /** Why the user watches, to begin with. */
  reason: string;
  onClose: () => void;
}

/** Asks people of another company why they record. */
export function RecordDialog({ name, sessionId, reason, onClose }: Props) {
  const { t } = useTranslation('video');
  return (
    <FormDialog
      title={t('recordings.startOf', { name })}
      call={videoRecordingCalls.start}
      submit={t('recordings.start')}
      done={null}
      initial={{ sessionId, reason }}
      onClose={onClose}
    >
      <p>{t('recordings.whyHint')}</p>
      <Form.Item name="reason" label={t('recordings.why')}>
        <Input.TextArea autoFocus rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormDialog>
  );
}
