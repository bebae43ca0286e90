import { everything, flatten, permissionTree, roleCodes, sideOf, type Account } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { unknown } from '../../../../kit/format/format.ts';
import { may } from '../../../../kit/api/may.ts';
import { usePermissionNames } from '../../../../shared/permissions/use-permission-names.ts';
import { accessAt, roleAt } from '../addresses.ts';
import { useAccountWords } from '../use-account-words.ts';

interface Props {
  account: Account;
  granted: string[];
}

/** Its role, and for each part of the console the opened pages and the number of allowed actions. */
export function GrantedRights({ account, granted }: Props) {
  const { t } = useTranslation('people/accounts');
  const { roleType } = useAccountWords();
  const side = sideOf(account.companyType);
  const all = account.roleType === 1 || granted.includes(everything);
  return (
    <>
      <dl>
        <dt>{t('role')}</dt>
        <dd>
          {account.roleId && account.roleName && may(roleCodes.list[side]) ? (
            <Link to={roleAt(side, account.roleId)}>{account.roleName}</Link>
          ) : (
            (account.roleName ?? unknown)
          )}
        </dd>
        <dt>{t('roleType')}</dt>
        <dd>{roleType(account.roleType)}</dd>
        {all ? (
          <>
            <dt>{t('rights')}</dt>
            <dd>{t('everything')}</dd>
          </>
        ) : (
          <Groups granted={granted} />
        )}
      </dl>
      <p>
        <Link to={accessAt(side, account.id)}>{t('explain')}</Link>
      </p>
    </>
  );
}

function Groups({ granted }: { granted: string[] }) {
  const { t } = useTranslation('people/accounts');
  const { nameOf } = usePermissionNames();
  const codes = new Set(granted);
  const groups = permissionTree.flatMap((node) => {
    const pages = node.childNodes.length > 0 ? node.childNodes : [node];
    const open = pages.filter(({ code }) => codes.has(code));
    const acts = pages.flatMap(({ childNodes }) => flatten(childNodes)).filter((code) => codes.has(code));
    return open.length > 0
      ? [{ code: node.code, pages: open.map(({ code }) => code), acts: acts.length }]
      : [];
  });
  if (groups.length === 0) {
    return (
      <>
        <dt>{t('rights')}</dt>
        <dd>{t('nothing')}</dd>
      </>
    );
  }
  return groups.map(({ code, pages, acts }) => (
    <div key={code}>
      <dt>{nameOf(code)}</dt>
      <dd>
        {pages.map(nameOf).join(', ')}
        {acts > 0 && <small>{t('acts', { count: acts })}</small>}
      </dd>
    </div>
  ));
}
