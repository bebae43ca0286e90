import { grants, isInternal, roleCalls, type AccountSide, type Role } from '@sweepline/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { session } from '../../../../kit/api/session.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { differenceOf, type Codes } from '../permissions/permission-choice.ts';
import { roleAt } from '../role-address.ts';
import { useGrantedPermissions } from '../permissions/use-granted-permissions.ts';

interface Options {
  /** Null creates a new role. */
  saved: Role | null;
  /** The template of a new role, reduced to the permissions of the account. */
  like: Role | null;
  side: AccountSide;
  onBase: ((role: Role) => void) | undefined;
}

const maxNameLength = 60;

/** Id of the own company, or empty if the own company is on the other side. */
const ownCompany = (side: AccountSide) => {
  const user = session.user();
  return (user?.companyType === 0) === (side === 'INTERNAL') ? (user?.companyId ?? '') : '';
};

/** The form state of a role, and the calls that save it. */
export function useRoleForm({ saved, like, side, onBase }: Options) {
  const { t } = useTranslation('people/roles');
  const navigate = useNavigate();
  const granted = useGrantedPermissions();
  const before: Codes = useMemo(() => new Set(saved?.permissions), [saved]);
  const initial: Codes = useMemo(() => {
    const grantable = like?.permissions.filter(
      (code) => grants(granted, code) && (side === 'INTERNAL' || !isInternal(code)),
    );
    return saved ? before : new Set(grantable);
  }, [saved, like, before, granted, side]);
  const firstName = saved?.name ?? (like ? t('copyOf', { name: like.name }).slice(0, maxNameLength) : '');
  const [chosen, setChosen] = useState(initial);
  const [name, setName] = useState(firstName);
  const [companyId, setCompanyId] = useState(saved?.companyId ?? like?.companyId ?? ownCompany(side));
  const [created, setCreated] = useState(false);

  const add = useAction(roleCalls.add, {
    silent: true,
    done: t('made', { name: name.trim() }),
    after: ({ id }) => {
      setCreated(true);
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
    chosen,
    setChosen,
    name,
    setName,
    companyId,
    setCompanyId,
    granted,
    before,
    difference,
    changed,
    busy: isPending,
    error,
    complete: name.trim() !== '' && companyId !== '',
    unsaved: changed && !created && !isPending,
    save: (confirmed: boolean) => {
      const input = { name, permissions: [...chosen] };
      if (!saved) return add.mutate({ ...input, companyId });
      const { id, version } = saved;
      update.mutate({ ...input, id, version, ...(confirmed && { confirmed }) });
    },
    discard: () => {
      setChosen(initial);
      setName(firstName);
    },
  };
}
