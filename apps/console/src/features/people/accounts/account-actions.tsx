import { accountCalls, type Account } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { lazyPart as dialog } from '../../../kit/api/chunks.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { startView } from '../../../shared/people/impersonation.ts';

// Dialogs load when first opened, so a list that is only read does not load forms.
const dialogs = {
  edit: lazy(() =>
    dialog(() => import('./dialogs/account-edit-dialog.tsx').then((m) => m.AccountEditDialog)),
  ),
  password: lazy(() =>
    dialog(() => import('./dialogs/account-password-dialog.tsx').then((m) => m.AccountPasswordDialog)),
  ),
  disable: lazy(() =>
    dialog(() => import('./dialogs/account-disable-dialog.tsx').then((m) => m.AccountDisableDialog)),
  ),
  remove: lazy(() =>
    dialog(() => import('./dialogs/account-remove-dialog.tsx').then((m) => m.AccountRemoveDialog)),
  ),
};
interface Props {
  account: Account;
  /** Called after the account is deleted, so that its drawer closes. */
  onRemoved?: () => void;
}

/** The actions on one account, as listed by the server in its row. */
export function AccountActions({ account, onRemoved }: Props) {
  const { t } = useTranslation('people/accounts');
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const enable = useAction(accountCalls.enable, { done: t('enabled', { name: account.nickname }) });
  const out = useAction(accountCalls.signOut, { done: t('signedOutDone', { name: account.nickname }) });
  const name = useAction(accountCalls.setApprover, {
    done: t(account.approver ? 'unnamed' : 'named', { name: account.nickname }),
  });
  const viewAs = useMutation({ mutationFn: startView });
  const can = new Set(account.acts);
  const close = () => setOpen(null);
  const Dialog = open && open !== 'remove' ? dialogs[open] : null;
  return (
    <>
      {can.has('update') && (
        <Button
          look="quiet"
          icon="edit"
          aria-label={t('editTitle', { name: account.nickname })}
          onClick={() => setOpen('edit')}
        />
      )}
      <RowMenu
        label={account.nickname}
        items={[
          (can.has('init') || can.has('reset')) && {
            key: 'password',
            text: t(account.mustChangePassword ? 'init' : 'reset'),
            icon: 'key',
            run: () => setOpen('password'),
          },
          can.has('disable') &&
            (account.disabled
              ? {
                  key: 'enable',
                  text: t('enable'),
                  icon: 'check',
                  run: () => enable.mutate({ ids: [account.id] }),
                }
              : { key: 'disable', text: t('disable'), icon: 'stop', run: () => setOpen('disable') }),
          can.has('signOut') && {
            key: 'signOut',
            text: t('signOut'),
            icon: 'stop',
            run: () => out.mutate({ id: account.id }),
          },
          can.has('approver') && {
            key: 'approver',
            text: t(account.approver ? 'endApprover' : 'nameApprover'),
            icon: 'check',
            run: () => name.mutate({ id: account.id, approver: !account.approver }),
          },
          can.has('viewAs') && {
            key: 'viewAs',
            text: t('viewAs'),
            icon: 'seen',
            run: () => viewAs.mutate(account.id),
          },
          can.has('delete') && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setOpen('remove'),
          },
        ]}
      />
      <Suspense>
        {Dialog && <Dialog account={account} onClose={close} />}
        {open === 'remove' && (
          <dialogs.remove account={account} onClose={close} {...(onRemoved && { onRemoved })} />
        )}
      </Suspense>
    </>
  );
}
