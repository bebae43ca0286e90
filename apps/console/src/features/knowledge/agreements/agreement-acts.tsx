import { agreementCalls, agreementMay, pages, type AgreementDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { mayWrite } from './may-write.ts';
import { PublishDialog } from './publish-dialog.tsx';

const { add, publish, unlist, remove } = agreementCalls;

interface Props {
  row: AgreementDetail;
  /** With unsaved changes another text would be published than the one on the page. */
  disabled: boolean;
}

/** What the user may do with a version in its present state. */
export function AgreementActs({ row, disabled }: Props) {
  const { t } = useTranslation('knowledge/agreements');
  const navigate = useNavigate();
  const [open, setOpen] = useState<'publish' | 'unlist' | 'remove'>();
  const { id, title: name, state } = row;
  const close = () => setOpen(undefined);
  if (disabled) return null;
  return (
    <>
      {row.number !== null && mayWrite(add) && (
        <Link className="sl-button" to={pages.agreement({ from: id })}>
          {t('newVersion')}
        </Link>
      )}
      {agreementMay(state, 'PUBLISH') && mayWrite(publish) && (
        <Button look="main" onClick={() => setOpen('publish')}>
          {t('publish')}
        </Button>
      )}
      {agreementMay(state, 'UNLIST') && mayWrite(unlist) && (
        <Button onClick={() => setOpen('unlist')}>{t('unlist')}</Button>
      )}
      {agreementMay(state, 'DELETE') && mayWrite(remove) && (
        <RowMenu
          label={name}
          items={[
            { key: 'remove', text: t('remove'), icon: 'trash', danger: true, run: () => setOpen('remove') },
          ]}
        />
      )}
      {open === 'publish' && <PublishDialog row={row} onClose={close} />}
      {open === 'unlist' && (
        <ConfirmCallDialog
          title={t('unlistTitle', { name })}
          call={unlist}
          input={{ id }}
          act={t('unlist')}
          done={t('unlisted', { name })}
          onClose={close}
        >
          {t('unlistHint')}
        </ConfirmCallDialog>
      )}
      {open === 'remove' && (
        <ConfirmCallDialog
          title={t('removeTitle', { name })}
          call={remove}
          input={{ id }}
          act={t('remove')}
          done={t('removed', { name })}
          after={() => void navigate(pages.agreements())}
          onClose={close}
        >
          {t('removeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
