import { invitationCalls, type Invitation } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';
import { currentLang } from '../../../../kit/format/lang.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { useAction } from '../../../../kit/api/use-action.ts';
import { LinkDialog, type InvitationLink } from './link-dialog.tsx';

/** The actions on an invitation: copy its link, send it again, revoke it. */
export function InvitationActions({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('people/accounts');
  const [newLink, setNewLink] = useState<InvitationLink | null>(null);
  const [revoking, setRevoking] = useState(false);
  const { id, email, state, usable, roleId } = invitation;
  const link = useAction(invitationCalls.link, { done: null, after: setNewLink });
  const resend = useAction(invitationCalls.resend, { done: t('resent', { email }) });
  const waits = state === 'OPEN' || state === 'EXPIRED';
  return (
    <>
      {state === 'OPEN' && usable && (
        <Button
          look="quiet"
          icon="copy"
          aria-label={t('linkFor', { email })}
          busy={link.isPending}
          onClick={() => link.mutate({ id })}
        />
      )}
      <RowMenu
        label={email}
        items={[
          waits &&
            roleId !== null && {
              key: 'resend',
              text: t('resend'),
              icon: 'refresh',
              run: () => resend.mutate({ id, lang: currentLang() }),
            },
          waits && {
            key: 'revoke',
            text: t('revoke'),
            icon: 'close',
            danger: true,
            run: () => setRevoking(true),
          },
        ]}
      />
      {newLink && <LinkDialog email={email} link={newLink} onClose={() => setNewLink(null)} />}
      {revoking && (
        <ConfirmCallDialog
          title={t('revokeTitle', { email })}
          call={invitationCalls.revoke}
          input={{ id }}
          act={t('revoke')}
          done={t('revoked', { email })}
          onClose={() => setRevoking(false)}
        >
          {t('revokeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
