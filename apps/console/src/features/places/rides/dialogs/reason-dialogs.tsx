import { rideCalls } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';

interface Props {
  id: string;
  onClose: () => void;
}

function Reason() {
  const { t } = useTranslation('places/rides');
  return (
    <Form.Item name="reason" label={t('reason')}>
      <Input.TextArea rows={3} maxLength={300} />
    </Form.Item>
  );
}

/** Ends a ride that waits for its car. */
export function AbortDialog({ id, onClose }: Props) {
  const { t } = useTranslation('places/rides');
  return (
    <FormDialog
      title={t('abortTitle')}
      call={rideCalls.abort}
      initial={{ id }}
      submit={t('abort')}
      done={t('aborted')}
      onClose={onClose}
    >
      <p>{t('abortHint')}</p>
      <Reason />
    </FormDialog>
  );
}

/** Frees the car of a ride that failed. */
export function ReleaseDialog({ id, onClose }: Props) {
  const { t } = useTranslation('places/rides');
  return (
    <FormDialog
      title={t('releaseTitle')}
      call={rideCalls.release}
      initial={{ id }}
      submit={t('release')}
      done={t('released')}
      onClose={onClose}
    >
      <p>{t('releaseHint')}</p>
      <Reason />
    </FormDialog>
  );
}
