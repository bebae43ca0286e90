import { everything, roleCodes, type Account } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { unknown } from '../../kit/format.ts';
import { may } from '../../kit/may.ts';
import { useAccountWords } from './use-account-words.ts';

interface Props {
  account: Account;
  held: string[];
}

/** Its role, and how much that grants; what exactly is on the page of the role. */
export function HeldRights({ account, held }: Props) {
  const { t } = useTranslation('accounts');
  const { roleType } = useAccountWords();
  const side = account.companyType === 0 ? 'INTERNAL' : 'OUTER';
  const all = account.roleType === 1 || held.includes(everything);
  const list = side === 'INTERNAL' ? '/userManage/roleList' : '/outerUserManage/roleList';
  return (
    <dl>
      <dt>{t('role')}</dt>
      <dd>
        {account.roleId && account.roleName && may(roleCodes.list[side]) ? (
          <Link to={`${list}?id=${account.roleId}`}>{account.roleName}</Link>
        ) : (
          (account.roleName ?? unknown)
        )}
      </dd>
      <dt>{t('roleType')}</dt>
      <dd>{roleType(account.roleType)}</dd>
      <dt>{t('rights')}</dt>
      <dd>{all ? t('everything') : t('rightsCount', { count: held.length })}</dd>
    </dl>
  );
}
