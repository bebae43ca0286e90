import { otaTaskCalls, pages, type OtaTaskDetail } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAction } from '../../../kit/api/use-action.ts';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
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
  const { t } = useTranslation('ota-tasks');
  const action = useAction(otaTaskCalls.approve, { done: t('approved', { name }), after: onClose });
  return (
    <ConfirmDialog
      title={t('approveTitle', { name })}
      act={t('approve')}
      busy={action.isPending}
      onConfirm={() => action.mutate({ id, revision, approved: true })}
      onClose={onClose}
    >
      <p>{t('approveHint', { count: counts.total, number: formatNumber(counts.total) })}</p>
      {force && <p className="rollout-warning">{t('forceWarning')}</p>}
    </ConfirmDialog>
  );
}

function RefuseDialog({ task: { id, revision, name }, onClose }: Props) {
  const { t } = useTranslation('ota-tasks');
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
  const { t } = useTranslation('ota-tasks');
  const action = useAction(otaTaskCalls.resume, { done: t('resumed', { name }), after: onClose });
  return (
    <ConfirmDialog
      title={t('resumeTitle', { name })}
      act={t('resume')}
      busy={action.isPending}
      onConfirm={() => action.mutate({ id })}
      onClose={onClose}
    >
      {t(state === 'STOPPED' ? 'resumeStoppedHint' : 'resumeHint')}
    </ConfirmDialog>
  );
}

function RollBackDialog({ task: { id, name, counts }, onClose }: Props) {
  const { t } = useTranslation('ota-tasks');
  const navigate = useNavigate();
  const action = useAction(otaTaskCalls.rollBack, {
    done: ({ name: draft }) => t('savedDraft', { name: draft }),
    after: (draft) => {
      onClose();
      void navigate(pages.otaTask({ id: draft.id }));
    },
  });
  return (
    <ConfirmDialog
      title={t('rollBackTitle', { name })}
      act={t('rollBack')}
      busy={action.isPending}
      onConfirm={() => action.mutate({ id })}
      onClose={onClose}
    >
      {t('rollBackHint', { count: counts.successful, number: formatNumber(counts.successful) })}
    </ConfirmDialog>
  );
}
