import { otaTaskCalls, pages, type OtaTaskDetail } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { CancelDialog } from './cancel-dialog.tsx';

export type DialogName = 'approve' | 'refuse' | 'resume' | 'rollBack' | 'cancel';

interface Props {
  task: OtaTaskDetail;
  onClose: () => void;
}

/** The dialog of one action. */
export function TaskDialog({ name, ...props }: Props & { name: DialogName | undefined }) {
  switch (name) {
    case 'approve':
      return <ApproveDialog {...props} />;
    case 'refuse':
      return <RefuseDialog {...props} />;
    case 'resume':
      return <ResumeDialog {...props} />;
    case 'rollBack':
      return <RollBackDialog {...props} />;
    case 'cancel':
      return <CancelDialog {...props} />;
    default:
      return null;
  }
}

function ApproveDialog({ task: { id, revision, name, counts, force }, onClose }: Props) {
  const { t } = useTranslation('updates/rollouts');
  return (
    <ConfirmCallDialog
      title={t('approveTitle', { name })}
      call={otaTaskCalls.approve}
      input={{ id, revision, approved: true }}
      act={t('approve')}
      done={t('approved', { name })}
      onClose={onClose}
    >
      <p>{t('approveHint', { count: counts.total, number: formatNumber(counts.total) })}</p>
      {force && <p className="rollout-warning">{t('forceWarning')}</p>}
    </ConfirmCallDialog>
  );
}

function RefuseDialog({ task: { id, revision, name }, onClose }: Props) {
  const { t } = useTranslation('updates/rollouts');
  return (
    <FormDialog
      title={t('refuseTitle', { name })}
      call={otaTaskCalls.approve}
      initial={{ id, revision, approved: false, reasons: '' }}
      submit={t('refuse')}
      done={t('refused', { name })}
      onClose={onClose}
    >
      <Form.Item name="reasons" label={t('reasons')} extra={t('reasonsHint')}>
        <Input.TextArea rows={4} maxLength={2_000} />
      </Form.Item>
    </FormDialog>
  );
}

function ResumeDialog({ task: { id, name, state }, onClose }: Props) {
  const { t } = useTranslation('updates/rollouts');
  return (
    <ConfirmCallDialog
      title={t('resumeTitle', { name })}
      call={otaTaskCalls.resume}
      input={{ id }}
      act={t('resume')}
      done={t('resumed', { name })}
      onClose={onClose}
    >
      {t(state === 'STOPPED' ? 'resumeStoppedHint' : 'resumeHint')}
    </ConfirmCallDialog>
  );
}

function RollBackDialog({ task: { id, name, counts }, onClose }: Props) {
  const { t } = useTranslation('updates/rollouts');
  const navigate = useNavigate();
  return (
    <ConfirmCallDialog
      title={t('rollBackTitle', { name })}
      call={otaTaskCalls.rollBack}
      input={{ id }}
      act={t('rollBack')}
      done={({ name: draft }) => t('savedDraft', { name: draft })}
      after={(draft) => {
        onClose();
        void navigate(pages.otaTask({ id: draft.id }));
      }}
      onClose={onClose}
    >
      {t('rollBackHint', { count: counts.successful, number: formatNumber(counts.successful) })}
    </ConfirmCallDialog>
  );
}
