import { otaPackageCalls, otaTaskCalls, packageMay, pages, type OtaPackageDetail } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { ApproveButton } from '../../../shared/approval/approve-button.tsx';
import { mayChange } from './may-change.ts';
import { MomentField } from './moment-field.tsx';
import { SettingsFields } from './settings-fields.tsx';

const { update, check, publish, unlist, remove } = otaPackageCalls;
type Act = 'edit' | 'refuse' | 'plan' | 'unlist' | 'remove';

/** What the user may do with a package in its present state. */
export function PackageActs({ row }: { row: OtaPackageDetail }) {
  const { t } = useTranslation('updates/packages');
  const [act, setAct] = useState<Act>();
  const approve = useAction(check, { done: t('approved', { name: row.name }) });
  const release = useAction(publish, { done: t('published', { name: row.name }) });
  const { id, revision, state, name } = row;
  const rollOut = row.state === 'PUBLISHED' && may(otaTaskCalls.add.allow) && (
    <Link className="sl-button sl-button-main" to={pages.otaTasks({ add: id })}>
      {t('rollOut')}
    </Link>
  );
  // Companies below roll out packages that belong to the provider.
  if (!row.isOwn) return rollOut || null;
  const mayCheck = packageMay(state, 'APPROVE') && mayChange(check);
  const mayPublish = packageMay(state, 'PUBLISH') && mayChange(publish);
  const mayEdit = packageMay(state, 'UPDATE') && mayChange(update);
  const mayRemove = packageMay(state, 'DELETE') && mayChange(remove);
  return (
    <>
      {rollOut}
      {mayCheck && (
        <>
          <Button onClick={() => setAct('refuse')}>{t('refuse')}</Button>
          <ApproveButton
            fault={row.approvalFault}
            busy={approve.isPending}
            onApprove={() => approve.mutate({ id, revision, approved: true })}
          >
            {t('approve')}
          </ApproveButton>
        </>
      )}
      {mayPublish && (
        <>
          {state === 'PENDING_RELEASE' && <Button onClick={() => setAct('plan')}>{t('plan')}</Button>}
          <Button look="main" busy={release.isPending} onClick={() => release.mutate({ id })}>
            {t('publish')}
          </Button>
        </>
      )}
      {packageMay(state, 'UNLIST') && mayChange(unlist) && (
        <Button onClick={() => setAct('unlist')}>{t('unlist')}</Button>
      )}
      <RowMenu
        label={name}
        items={[
          mayEdit && { key: 'edit', text: t('edit'), icon: 'edit', run: () => setAct('edit') },
          mayRemove && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setAct('remove'),
          },
        ]}
      />
      <ActDialog row={row} act={act} onClose={() => setAct(undefined)} />
    </>
  );
}

interface DialogProps {
  row: OtaPackageDetail;
  act: Act | undefined;
  onClose: () => void;
}

function ActDialog({ row, act, onClose }: DialogProps) {
  const { t } = useTranslation('updates/packages');
  const { id, revision, name } = row;
  switch (act) {
    case 'edit':
      return <EditDialog row={row} onClose={onClose} />;
    case 'refuse':
      return (
        <FormDialog
          title={t('refuseTitle', { name })}
          call={check}
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
    case 'plan':
      return (
        <FormDialog
          title={t('planTitle', { name })}
          call={publish}
          initial={{ id, at: row.releaseAt }}
          submit={t('planSubmit')}
          done={t('planned', { name })}
          onClose={onClose}
        >
          <Form.Item name="at" label={t('at')} extra={t('atHint')}>
            <MomentField />
          </Form.Item>
        </FormDialog>
      );
    case 'unlist':
      return <UnlistDialog row={row} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog row={row} onClose={onClose} />;
    default:
      return null;
  }
}

type RowDialog = Omit<DialogProps, 'act'>;

function EditDialog({ row, onClose }: RowDialog) {
  const { t } = useTranslation('updates/packages');
  const { id, revision, name, forced, releaseScope, expiresAt, remarks } = row;
  return (
    <FormDialog
      title={t('editTitle', { name })}
      call={update}
      initial={{ id, revision, name, forced, releaseScope, expiresAt, remarks }}
      submit={t('save')}
      onClose={onClose}
    >
      {row.state !== 'DRAFT' && <p className="package-note">{t('editHint')}</p>}
      <SettingsFields />
    </FormDialog>
  );
}

function UnlistDialog({ row: { id, name }, onClose }: RowDialog) {
  const { t } = useTranslation('updates/packages');
  return (
    <ConfirmCallDialog
      title={t('unlistTitle', { name })}
      call={unlist}
      input={{ id }}
      act={t('unlist')}
      done={t('unlisted', { name })}
      onClose={onClose}
    >
      {t('unlistHint')}
    </ConfirmCallDialog>
  );
}

function RemoveDialog({ row: { id, name }, onClose }: RowDialog) {
  const { t } = useTranslation('updates/packages');
  const navigate = useNavigate();
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name })}
      call={remove}
      input={{ id }}
      act={t('remove')}
      done={t('removed', { name })}
      after={() => void navigate(pages.otaPackages())}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmCallDialog>
  );
}
