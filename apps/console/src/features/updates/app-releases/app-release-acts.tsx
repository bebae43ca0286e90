import {
  appReleaseCalls,
  packageMay,
  pages,
  type AppReleaseDetail,
  type ReleaseAct,
} from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAction } from '../../../kit/api/use-action.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { ReleaseActs } from '../../../shared/approval/release-acts.tsx';
import { mayChange } from '../../../shared/updates/may-change.ts';
import { SettingsFields, WhitelistField } from './settings-fields.tsx';

const { update, changeWhitelist, check: review, publish, halt, unlist, remove } = appReleaseCalls;
const callOf = {
  UPDATE: update,
  APPROVE: review,
  REFUSE: review,
  PUBLISH: publish,
  UNLIST: unlist,
  DELETE: remove,
};

/** What the user may do with a version in its present state. */
export function AppReleaseActs({ row }: { row: AppReleaseDetail }) {
  const { t } = useTranslation('updates/app-releases');
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'edit' | 'whitelist' | 'remove'>();
  const { id, state } = row;
  const name = `${row.appName} ${row.version}`;
  const may = (act: ReleaseAct) => act !== 'EXPIRE' && packageMay(state, act) && mayChange(callOf[act]);
  // The form of a draft has the named installs too.
  const mayName = !may('UPDATE') && state !== 'EXPIRED' && mayChange(changeWhitelist);
  const close = () => setDialog(undefined);
  return (
    <>
      {state === 'PUBLISHED' && <HaltButton row={row} name={name} />}
      <ReleaseActs
        row={{ ...row, name }}
        calls={{ review, publish, unlist }}
        may={may}
        hints={{ reasons: t('reasonsHint'), unlist: t('unlistHint') }}
      />
      <RowMenu
        label={name}
        items={[
          may('UPDATE') && { key: 'edit', text: t('edit'), icon: 'edit', run: () => setDialog('edit') },
          mayName && {
            key: 'whitelist',
            text: t('editWhitelist'),
            icon: 'edit',
            run: () => setDialog('whitelist'),
          },
          may('DELETE') && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setDialog('remove'),
          },
        ]}
      />
      {dialog === 'edit' && <EditDialog row={row} name={name} onClose={close} />}
      {dialog === 'whitelist' && (
        <FormDialog
          title={t('whitelistTitle', { name })}
          call={changeWhitelist}
          initial={{ id, revision: row.revision, whitelist: row.whitelist }}
          submit={t('save')}
          onClose={close}
        >
          <WhitelistField />
        </FormDialog>
      )}
      {dialog === 'remove' && (
        <ConfirmCallDialog
          title={t('removeTitle', { name })}
          call={remove}
          input={{ id }}
          act={t('remove')}
          done={t('removed', { name })}
          after={() => void navigate(pages.appReleases({ appId: row.appId }))}
          onClose={close}
        >
          {t('removeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}

interface Props {
  row: AppReleaseDetail;
  name: string;
}

/** Halts a published version at once, without a question: what goes wrong spreads meanwhile. */
function HaltButton({ row: { id, haltedAt }, name }: Props) {
  const { t } = useTranslation('updates/app-releases');
  const halting = useAction(halt, { done: t('haltDone', { name }) });
  const resuming = useAction(publish, { done: t('resumed', { name }) });
  if (haltedAt === null)
    return mayChange(halt) ? (
      <Button icon="pause" busy={halting.isPending} onClick={() => halting.mutate({ id })}>
        {t('halt')}
      </Button>
    ) : null;
  return mayChange(publish) ? (
    <Button look="main" icon="play" busy={resuming.isPending} onClick={() => resuming.mutate({ id })}>
      {t('resume')}
    </Button>
  ) : null;
}

function EditDialog({ row, name, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('updates/app-releases');
  const { id, revision, forced, releaseScope, whitelist, leastBuild, notes, stages, expiresAt } = row;
  return (
    <FormDialog
      title={t('editTitle', { name })}
      call={update}
      initial={{ id, revision, forced, releaseScope, whitelist, leastBuild, notes, stages, expiresAt }}
      submit={t('save')}
      onClose={onClose}
    >
      {row.state !== 'DRAFT' && <p className="app-release-note">{t('editHint')}</p>}
      <SettingsFields />
    </FormDialog>
  );
}
