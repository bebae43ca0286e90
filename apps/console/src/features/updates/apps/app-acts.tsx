import { appCalls, appMoves, appReleaseCalls, pages, type AppAct, type AppDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { mayChange } from '../../../shared/updates/may-change.ts';

const { update, publish, unlist, remove } = appCalls;
const callOf = { UPDATE: update, PUBLISH: publish, UNLIST: unlist, DELETE: remove };

interface Props {
  row: AppDetail;
  /** With unsaved changes another text would be published than the one on the page. */
  disabled: boolean;
}

/** What the user may do with an app in its present state. */
export function AppActs({ row, disabled }: Props) {
  const { t } = useTranslation('updates/apps');
  const { t: approval } = useTranslation('approval');
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'unlist' | 'remove'>();
  const { id, name, state } = row;
  const publishing = useAction(publish, { done: approval('published', { name }) });
  const mayNow = (act: AppAct) => row.isOwn && appMoves[state][act] !== undefined && mayChange(callOf[act]);
  const close = () => setDialog(undefined);
  const versions = row.isOwn && row.platform !== 'IOS' && may(appReleaseCalls.list.allow) && (
    <Link className="sl-button" to={pages.appReleases({ appId: id })}>
      {t('versions')}
    </Link>
  );
  if (disabled) return versions || null;
  return (
    <>
      {versions}
      {mayNow('PUBLISH') && (
        <Button look="main" busy={publishing.isPending} onClick={() => publishing.mutate({ id })}>
          {approval('publish')}
        </Button>
      )}
      {mayNow('UNLIST') && <Button onClick={() => setDialog('unlist')}>{approval('unlist')}</Button>}
      {mayNow('DELETE') && (
        <RowMenu
          label={name}
          items={[
            {
              key: 'remove',
              text: t('remove'),
              icon: 'trash',
              danger: true,
              run: () => setDialog('remove'),
            },
          ]}
        />
      )}
      {dialog === 'unlist' && (
        <ConfirmCallDialog
          title={approval('unlistTitle', { name })}
          call={unlist}
          input={{ id }}
          act={approval('unlist')}
          done={approval('unlisted', { name })}
          onClose={close}
        >
          {t('unlistHint')}
        </ConfirmCallDialog>
      )}
      {dialog === 'remove' && (
        <ConfirmCallDialog
          title={t('removeTitle', { name })}
          call={remove}
          input={{ id }}
          act={t('remove')}
          done={t('removed', { name })}
          after={() => void navigate(pages.apps())}
          onClose={close}
        >
          {t('removeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
