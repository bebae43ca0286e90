import { permissions, type accountCalls, type Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Facts } from '../../../../kit/ui/facts.tsx';
import { formatTime, unknown } from '../../../../kit/format/format.ts';
import { may } from '../../../../kit/api/may.ts';
import { actionsOf } from '../addresses.ts';
import { GrantedRights } from './granted-rights.tsx';
import { useAccountWords } from '../use-account-words.ts';

export function AccountFacts({ account, held, session }: Output<typeof accountCalls.detail>) {
  const { t } = useTranslation('people/accounts');
  const { kind } = useAccountWords();
  const { id, email, phone, lastSignInAt, initialPasswordUntil, mustChangePassword } = account;
  return (
    <Facts>
      <section>
        <h3>{t('who')}</h3>
        <dl>
          <dt>{t('company')}</dt>
          <dd>{account.companyName}</dd>
          <dt>{t('kind')}</dt>
          <dd>{kind(account.staffKind)}</dd>
          {account.approver && (
            <>
              <dt>{t('approver')}</dt>
              <dd>{t('approverHint')}</dd>
            </>
          )}
          <dt>{t('email')}</dt>
          <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : unknown}</dd>
          <dt>{t('phone')}</dt>
          <dd>{phone ? <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a> : unknown}</dd>
        </dl>
      </section>
      <section>
        <h3>{t('may')}</h3>
        <GrantedRights account={account} granted={held} />
      </section>
      <section>
        <h3>{t('signedIn')}</h3>
        <dl>
          <dt>{t('now')}</dt>
          <dd>{session ? t('signedInSince', { since: formatTime(session.since) }) : t('signedOut')}</dd>
          {session && (
            <>
              <dt>{t('lastUsed')}</dt>
              <dd>
                <Ago at={session.lastSeenAt} />
              </dd>
            </>
          )}
          <dt>{t('lastSignIn')}</dt>
          <dd>{lastSignInAt ? <Ago at={lastSignInAt} /> : t('spans.NEVER')}</dd>
          {mustChangePassword && initialPasswordUntil && (
            <>
              <dt>{t('initialUntil')}</dt>
              <dd>{formatTime(initialPasswordUntil)}</dd>
            </>
          )}
        </dl>
      </section>
      <section>
        <h3>{t('history')}</h3>
        <p>{t('changed', { who: account.updatedBy, when: formatTime(account.updatedAt) })}</p>
        {may(permissions.audit) && <Link to={actionsOf(id)}>{t('actions')}</Link>}
      </section>
    </Facts>
  );
}
