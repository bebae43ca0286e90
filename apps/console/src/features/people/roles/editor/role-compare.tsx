import {
  everything,
  flatten,
  grants,
  kindOfCode,
  permissionTree,
  roleCalls,
  type AccountSide,
  type Role,
} from '@sweepline/contract';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { usePermissionNames } from '../../../../shared/permissions/use-permission-names.ts';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';
import { roleAt } from '../role-address.ts';
import './role-compare.css';

/** Two roles side by side. By default only the differences are shown. */
export function RoleCompare({ side, ids }: { side: AccountSide; ids: [string, string] }) {
  const { t } = useTranslation('people/roles');
  const [show, setShow] = useAddress('show', 'different');
  const results = useQueries({
    queries: ids.map((id) => ({ ...callQuery(roleCalls.detail, { id }), meta: { silent: true } })),
  });
  const failed = results.find(({ error }) => error);
  usePageName(t('compareTitle'));
  const [left, right] = results.map(({ data }) => data);
  if (failed?.error) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!left || !right) return <Skeleton lines={10} />;
  return (
    <section className="role-compare">
      <header className="sl-page-head">
        <h1>
          {t('compareTitle')}
          <small>{[left, right].map((role) => `${role.name} (${role.companyName})`).join(' · ')}</small>
        </h1>
        <Segments
          label={t('show')}
          value={show}
          options={[
            { value: 'different', text: t('onlyDifferent') },
            { value: 'all', text: t('all') },
          ]}
          onChange={setShow}
        />
      </header>
      <Table roles={[left, right]} side={side} all={show === 'all'} />
    </section>
  );
}

function Table({ roles, side, all }: { roles: [Role, Role]; side: AccountSide; all: boolean }) {
  const { t } = useTranslation('people/roles');
  const { nameOf } = usePermissionNames();
  const granted = roles.map(({ permissions }) => new Set(permissions));
  const differs = (code: string) => new Set(granted.map((codes) => grants(codes, code))).size > 1;
  const parts = [
    { name: '', codes: [everything] },
    ...permissionTree.map((node) => ({
      name: nameOf(node.code),
      codes: flatten([node]).filter((code) => kindOfCode(code) !== 'menu'),
    })),
  ]
    .map(({ name, codes }) => ({ name, codes: codes.filter((code) => all || differs(code)) }))
    .filter(({ codes }) => codes.length > 0);
  if (parts.length === 0) return <Empty icon="check" title={t('same')} hint={t('sameHint')} />;
  return (
    <PlainTable>
      <thead>
        <tr>
          <th scope="col">{t('permission')}</th>
          {roles.map((role) => (
            <th key={role.id} scope="col">
              <Link to={roleAt(side, role.id)}>{role.name}</Link>
              <small>{role.companyName}</small>
            </th>
          ))}
        </tr>
      </thead>
      {parts.map(({ name, codes }) => (
        <tbody key={name}>
          {name && (
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {name}
              </th>
            </tr>
          )}
          {codes.map((code) => (
            <tr key={code} data-differs={(all && differs(code)) || undefined}>
              <th scope="row">{nameOf(code)}</th>
              {granted.map((grantedCodes, index) => (
                <td key={roles[index]?.id}>
                  {grants(grantedCodes, code) ? (
                    <span className="sl-state sl-tone-working">
                      <Icon name="check" size={15} strokeWidth={2.4} /> {t('yes')}
                    </span>
                  ) : (
                    <span className="sl-state sl-tone-quiet">
                      <Icon name="minus" size={15} /> {t('no')}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </PlainTable>
  );
}
