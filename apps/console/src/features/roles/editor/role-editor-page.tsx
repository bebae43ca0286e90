import { roleCalls, roleCodes, type AccountSide, type Role } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { may } from '../../../kit/api/may.ts';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { RoleEditor } from './role-editor.tsx';
import { sideOf } from '../role-address.ts';

interface Props {
  /** `new` makes one. */
  id: string;
  /** The role a new one is copied from. */
  from: string | null;
  side: AccountSide;
}

export function RoleEditorPage({ id, from, side }: Props) {
  const { t } = useTranslation('roles');
  const asked = id === 'new' ? from : id;
  const found = useQuery({
    ...reading(roleCalls.detail, { id: asked ?? '' }),
    enabled: asked !== null,
    meta: { silent: true },
  });
  const role = found.data ?? null;
  usePageName(id === 'new' ? t('add') : role?.name);
  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  if (asked !== null && !role) return <Skeleton lines={10} />;
  if (id === 'new') return <RoleEditor saved={null} newer={null} like={role} side={side} readOnly={false} />;
  return <KnownRole role={role as Role} />;
}

/**
 * Which side it is on is its own: a link may have come from elsewhere. What somebody else saves meanwhile is shown, and
 * taken over only when the person says so: what they chose must not vanish under their hands.
 */
function KnownRole({ role }: { role: Role }) {
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
