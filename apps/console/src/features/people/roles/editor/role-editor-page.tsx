import { roleCalls, roleCodes, sideOf, type AccountSide, type Role } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { may } from '../../../../kit/api/may.ts';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { RoleEditor } from './role-editor.tsx';

interface Props {
  /** Id of the role, or `new` to create one. */
  id: string;
  /** Id of the role that a new one is copied from. */
  from: string | null;
  side: AccountSide;
}

export function RoleEditorPage({ id, from, side }: Props) {
  const { t } = useTranslation('people/roles');
  const sourceId = id === 'new' ? from : id;
  const detail = useQuery({
    ...callQuery(roleCalls.detail, { id: sourceId ?? '' }),
    enabled: sourceId !== null,
    meta: { silent: true },
  });
  const role = detail.data ?? null;
  usePageName(id === 'new' ? t('add') : role?.name);
  if (detail.error) return <Failure error={detail.error} onRetry={() => void detail.refetch()} />;
  if (sourceId !== null && !role) return <Skeleton lines={10} />;
  if (id === 'new') return <RoleEditor saved={null} newer={null} like={role} side={side} readOnly={false} />;
  return <ExistingRole role={role as Role} />;
}

/**
 * The side is that of the role, because a link may contain the other one. A version saved meanwhile by another account is
 * announced and replaces the edited version only on request, so that edits are not lost.
 */
function ExistingRole({ role }: { role: Role }) {
  const [base, setBase] = useState(role);
  const side = sideOf(role.companyType);
  return (
    <RoleEditor
      key={base.version}
      saved={base}
      newer={role.version > base.version ? role : null}
      like={null}
      side={side}
      readOnly={!may(roleCodes.update[side])}
      onBase={setBase}
    />
  );
}
