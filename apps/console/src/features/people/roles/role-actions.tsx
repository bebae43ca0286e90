import { permissions, roleCodes, sideOf, type Role } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../../kit/ui/button.tsx';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { may } from '../../../kit/api/may.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { copiesAt, holdersAt, newRoleAt, roleAt } from './role-address.ts';

// Loaded on first use: the list does not need the forms.
const dialogs = {
  default: lazy(() => lazyPart(() => import('./role-default-dialog.tsx').then((m) => m.RoleDefaultDialog))),
  remove: lazy(() => lazyPart(() => import('./role-remove-dialog.tsx').then((m) => m.RoleRemoveDialog))),
};

export function RoleActions({ role }: { role: Role }) {
  const { t } = useTranslation('people/roles');
  const navigate = useNavigate();
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const side = sideOf(role.companyType);
  const Dialog = open && dialogs[open];
  const managesDefaults = side === 'INTERNAL' && may(permissions.defaultRoles);
  return (
    <>
      <Button
        look="quiet"
        icon={may(roleCodes.update[side]) ? 'edit' : 'seen'}
        aria-label={t(may(roleCodes.update[side]) ? 'editRole' : 'seeRole', { name: role.name })}
        onClick={() => void navigate(roleAt(side, role.id))}
      />
      <RowMenu
        label={role.name}
        items={[
          may(roleCodes.add[side]) && {
            key: 'copy',
            text: t('duplicate'),
            icon: 'copy',
            run: () => void navigate(newRoleAt(side, role.id)),
          },
          {
            key: 'holders',
            text: t('whoHolds'),
            icon: 'user',
            run: () => void navigate(holdersAt(side, role.id)),
          },
          managesDefaults && {
            key: 'default',
            text: t('makeDefault'),
            icon: 'building',
            run: () => setOpen('default'),
          },
          managesDefaults &&
            role.copies.total > 0 && {
              key: 'copies',
              text: t('manageCopies'),
              icon: 'refresh',
              run: () => void navigate(copiesAt(side, role.id)),
            },
          may(roleCodes.delete[side]) &&
            !role.own && {
              key: 'remove',
              text: t('remove'),
              icon: 'trash',
              danger: true,
              run: () => setOpen('remove'),
            },
        ]}
      />
      <Suspense>{Dialog && <Dialog role={role} onClose={() => setOpen(null)} />}</Suspense>
    </>
  );
}
