import {
  otaPackageCalls,
  otaTaskCalls,
  packageMay,
  pages,
  type OtaPackageDetail,
  type ReleaseAct,
} from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { ReleaseActs } from '../../../shared/approval/release-acts.tsx';
import { mayChange } from '../../../shared/updates/may-change.ts';
import { SettingsFields } from './settings-fields.tsx';

const { update, check: review, publish, unlist, remove } = otaPackageCalls;
const callOf = {
  UPDATE: update,
  APPROVE: review,
  REFUSE: review,
  PUBLISH: publish,
  UNLIST: unlist,
  DELETE: remove,
};

/** What the user may do with a package in its present state. */
export function PackageActs({ row }: { row: OtaPackageDetail }) {
  const { t } = useTranslation('updates/packages');
  const [dialog, setDialog] = useState<'edit' | 'remove'>();
  const rollOut = row.state === 'PUBLISHED' && may(otaTaskCalls.add.allow) && (
    <Link className="sl-button sl-button-main" to={pages.otaTasks({ add: row.id })}>
      {t('rollOut')}
    </Link>
  );
  // Companies below roll out packages that belong to the provider.
  if (!row.isOwn) return rollOut || null;
  const mayNow = (act: ReleaseAct) =>
    act !== 'EXPIRE' && packageMay(row.state, act) && mayChange(callOf[act]);
  const close = () => setDialog(undefined);
  return (
    <>
      {rollOut}
      <ReleaseActs
        row={row}
        calls={{ review, publish, unlist }}
        may={mayNow}
        hints={{ reasons: t('reasonsHint'), unlist: t('unlistHint') }}
      />
      <RowMenu
        label={row.name}
        items={[
          mayNow('UPDATE') && { key: 'edit', text: t('edit'), icon: 'edit', run: () => setDialog('edit') },
          mayNow('DELETE') && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setDialog('remove'),
          },
        ]}
      />
      {dialog === 'edit' && <EditDialog row={row} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog row={row} onClose={close} />}
    </>
  );
}

interface DialogProps {
  row: OtaPackageDetail;
  onClose: () => void;
}

function EditDialog({ row, onClose }: DialogProps) {
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

function RemoveDialog({ row: { id, name }, onClose }: DialogProps) {
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
