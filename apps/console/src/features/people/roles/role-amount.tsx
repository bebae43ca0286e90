import { everything, permissionTree } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';
import { usePermissionNames } from '../../../shared/permissions/use-permission-names.ts';
import { countIn } from './permissions/permission-choice.ts';

/** Number of permissions of a role, in total and per menu. */
export function RoleAmount({ codes, exceeds }: { codes: string[]; exceeds: boolean }) {
  const { t } = useTranslation('people/roles');
  const { nameOf } = usePermissionNames();
  const granted = new Set(codes);
  if (granted.has(everything)) return <strong>{nameOf(everything)}</strong>;
  const parts = permissionTree
    .map((node) => ({ name: nameOf(node.code), ...countIn(node, granted) }))
    .filter(({ chosen }) => chosen > 0);
  const lines = parts.map(({ name, chosen, total }) => `${name} ${t('ofTotal', { chosen, total })}`);
  const count = parts.reduce((sum, { chosen }) => sum + chosen, 0);
  return (
    <div className="role-amount" title={lines.join('\n')}>
      <span>
        {t('permissionCount', { count })}
        {exceeds && (
          <span className="role-exceeds-mark" title={t('exceeds')}>
            <Icon name="alert" size={14} />
            <span className="sl-sr-only">{t('exceeds')}</span>
          </span>
        )}
      </span>
      <small>{lines.join(' · ')}</small>
    </div>
  );
}
