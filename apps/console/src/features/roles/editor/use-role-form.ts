import { grants, isInternal, roleCalls, type AccountSide, type Role } from '@sweepline/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { session } from '../../../kit/api/session.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { differenceOf, type Codes } from '../permissions/permission-choice.ts';
import { roleAt } from '../role-address.ts';
import { useGrantedPermissions } from '../permissions/use-granted-permissions.ts';

interface Given {
  /** Null makes a new one. */
  saved: Role | null;
  /** What a new one begins with, as far as its maker holds it. */
  like: Role | null;
  side: AccountSide;
  onBase: ((role: Role) => void) | undefined;
}

const maxNameLength = 60;

/** A new role is of the own company, unless that is on the other side. */
const ownCompany = (side: AccountSide) => {
  const user = session.user();
  return (user?.companyType === 0) === (side === 'INTERNAL') ? (user?.companyId ?? '') : '';
};

/** What is typed and chosen for one role, and its way to the server. */
export function useRoleForm({ saved, like, side, onBase }: Given) {
  const { t } = useTranslation('roles');
  const navigate = useNavigate();
  const held = useGrantedPermissions();
  const before: Codes = useMemo(() => new Set(saved?.permissions), [saved]);
  const begun: Codes = useMemo(() => {
    const mine = like?.permissions.filter(
      (code) => grants(held, code) && (side === 'INTERNAL' || !isInternal(code)),
    );
    return saved ? before : new Set(mine);
  }, [saved, like, before, held, side]);
  const firstName = saved?.name ?? (like ? t('copyOf', { name: like.name }).slice(0, maxNameLength) : '');
  const [chosen, setChosen] = useState(begun);
  const [name, setName] = useState(firstName);
  const [companyId, setCompanyId] = useState(saved?.companyId ?? like?.companyId ?? ownCompany(side));
  const [left, setLeft] = useState(false);

  const add = useAction(roleCalls.add, {
    silent: true,
    done: t('made', { name: name.trim() }),
    after: ({ id }) => {
      setLeft(true);
      void navigate(roleAt(side, id), { replace: true });
    },
  });
  const update = useAction(roleCalls.update, {
    silent: true,
    done: t('saved', { name: name.trim() }),
    ...(onBase && { after: onBase }),
  });
  const { isPending, error } = saved ? update : add;
  const difference = differenceOf(before, chosen);
  const changed =
    difference.added.length + difference.removed.length > 0 || name.trim() !== (saved?.name ?? '');

  return {
    ...{ chosen, setChosen, name, setName, companyId, setCompanyId },
    ...{ held, before, difference, changed, busy: isPending, error },
    complete: name.trim() !== '' && companyId !== '',
    unsaved: changed && !left && !isPending,
    save: (confirmed: boolean) => {
      const input = { name, permissions: [...chosen] };
      if (!saved) return add.mutate({ ...input, companyId });
      const { id, version } = saved;
      update.mutate({ ...input, id, version, ...(confirmed && { confirmed }) });
    },
    discard: () => {
      setChosen(begun);
      setName(firstName);
    },
  };
}
