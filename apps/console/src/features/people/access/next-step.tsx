import { companyCalls, pages, roleCodes, sideOf } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { sidePages } from './access-address.ts';
import type { Explained } from './explanation.tsx';

const atAccount = new Set(['DISABLED', 'INITIAL', 'INITIAL_EXPIRED', 'NO_ROLE']);
const atCompany = new Set(['FROZEN', 'FROZEN_ABOVE']);

/** Links to the pages where a refusal can be resolved, for users who may do so. */
export function NextStep({ answer, reason }: { answer: Explained; reason: string }) {
  const { t } = useTranslation('people/access');
  const { account, role, others } = answer;
  const side = sideOf(account.companyType);
  const at = sidePages[side];
  if (atAccount.has(reason)) return <Link to={at.accounts({ id: account.id })}>{t('toAccount')}</Link>;
  if (atCompany.has(reason) && side === 'OUTER' && may(companyCalls.detail.allow)) {
    return <Link to={pages.company({ id: account.companyId })}>{t('toCompany')}</Link>;
  }
  if (reason !== 'NOT_IN_ROLE' || !may(roleCodes.list[side])) return null;
  return (
    <p className="access-next">
      {role && <Link to={at.roles({ id: role.id })}>{t('toRole', { role: role.name })}</Link>}
      {others.length > 0 && (
        <span>
          {t('otherRoles')}{' '}
          {others.map((other, index) => (
            <span key={other.id}>
              {index > 0 && ', '}
              <Link to={at.roles({ id: other.id })}>{other.name}</Link>
            </span>
          ))}
        </span>
      )}
    </p>
  );
}
