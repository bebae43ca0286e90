import { errorCodes, roleCalls, type Role } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../../../../kit/api/api.ts';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { usePermissionNames } from '../../../../shared/permissions/use-permission-names.ts';

interface Props {
  error: CallError | null;
  newer: Role | null;
  onLoad: ((role: Role) => void) | undefined;
}

/** The reason why the server refused the role. The edits stay until the user discards them. */
export function RoleRefusal({ error, newer, onLoad }: Props) {
  const { t } = useTranslation('people/roles');
  const { nameOf } = usePermissionNames();
  const cache = useQueryClient();
  const stale = error?.code === errorCodes.changedMeanwhile;
  useEffect(() => {
    // Reads the version of the other account, so that it can be loaded.
    if (stale) void cache.invalidateQueries({ queryKey: [roleCalls.detail.family] });
  }, [stale, cache]);
  const codes = error?.reasons['permissions']?.params['codes'];
  const names = codes && String(codes).split(', ').map(nameOf).join(', ');
  if (newer) {
    return (
      <div className="role-refusal" role="alert">
        <Icon name="alert" size={17} />
        <p>
          {t('newer', { who: newer.updatedBy })} <Ago at={newer.updatedAt} />
        </p>
        <Button icon="refresh" onClick={() => onLoad?.(newer)}>
          {t('loadTheirs')}
        </Button>
      </div>
    );
  }
  if (!error) return null;
  return (
    <div className="role-refusal" role="alert">
      <Icon name="alert" size={17} />
      <p>
        {names ? t('refusedCodes', { names }) : error.fields['name'] ? t('refusedName') : error.message}
        {!names && error.requestId && <small>{error.requestId}</small>}
      </p>
    </div>
  );
}
