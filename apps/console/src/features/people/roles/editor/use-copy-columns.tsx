import type { RoleCopyRow } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '../../../../kit/list/column.ts';
import { formatNumber, unknown } from '../../../../kit/format/format.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { usePermissionNames } from '../../../../shared/permissions/use-permission-names.ts';
import { roleAt } from '../role-address.ts';
import { DriftMark } from '../role-drift.tsx';

export function useCopyColumns(): Column<RoleCopyRow>[] {
  const { t } = useTranslation('people/roles');
  return useMemo(
    () => [
      {
        key: 'company',
        title: t('company'),
        width: '26%',
        cell: ({ id, companyName, name }) => (
          <>
            <Link className="sl-identity" to={roleAt('OUTER', id)}>
              {companyName}
            </Link>
            <small>{name}</small>
          </>
        ),
      },
      { key: 'drift', title: t('standing'), width: '18%', cell: ({ drift }) => <DriftMark drift={drift} /> },
      { key: 'change', title: t('wouldChange'), cell: (copy) => <Change copy={copy} /> },
      {
        key: 'holders',
        title: t('holders'),
        numeric: true,
        width: '100px',
        cell: ({ holders }) => formatNumber(holders),
      },
    ],
    [t],
  );
}

function Change({ copy: { gains, losses, refused } }: { copy: RoleCopyRow }) {
  const { t } = useTranslation('people/roles');
  const { nameOf } = usePermissionNames();
  if (gains.length + losses.length === 0) return unknown;
  return (
    <div className="role-change">
      {gains.length > 0 && (
        <span className="sl-tone-working">
          <Icon name="plus" size={13} strokeWidth={2.4} /> {gains.map(nameOf).join(', ')}
        </span>
      )}
      {losses.length > 0 && (
        <span className="sl-tone-fault">
          <Icon name="minus" size={13} strokeWidth={2.4} /> {losses.map(nameOf).join(', ')}
        </span>
      )}
      {refused.length > 0 && (
        <small>
          <Icon name="lock" size={12} /> {t('notYoursNamed', { names: refused.map(nameOf).join(', ') })}
        </small>
      )}
    </div>
  );
}
