import { offeredGroups, type ApiUserDetail } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatNumber, formatTime, unknown } from '../../../kit/format/format.ts';
import { Facts } from '../../../kit/ui/facts.tsx';
import { ApiUserStateMark } from './api-user-state.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Who the API user is, how long it is valid, and what is left of its calls today. */
export function ApiUserOverview({ user }: { user: ApiUserDetail }) {
  const { t } = useTranslation('api/users');
  const { suspendedAt, suspendedBy, revokedAt, revokedBy, addresses, callsPerDay } = user;
  return (
    <div className="api-user-facts">
      <Facts>
        <section>
          <dl>
            <Fact name={t('state')}>
              <ApiUserStateMark state={user.state} />
              {suspendedAt && !revokedAt && (
                <small>{t('byWhen', { who: suspendedBy, when: formatTime(suspendedAt) })}</small>
              )}
              {revokedAt && <small>{t('byWhen', { who: revokedBy, when: formatTime(revokedAt) })}</small>}
            </Fact>
            <Fact name={t('contact')}>
              {user.contactName || unknown}
              {user.contactEmail && <small>{user.contactEmail}</small>}
            </Fact>
            <Fact name={t('validity')}>
              {formatTime(user.validFrom)} – {formatTime(user.validUntil)}
            </Fact>
            <Fact name={t('lastUsed')}>
              <Ago at={user.lastUsedAt} />
            </Fact>
          </dl>
        </section>
        <section>
          <h3>{t('limits')}</h3>
          <dl>
            <Fact name={t('frequency')}>{t('perSecond', { calls: formatNumber(user.callsPerSecond) })}</Fact>
            {offeredGroups.map((group) => {
              const calls = user.today.find((used) => used.group === group)?.calls ?? 0;
              return (
                <Fact key={group} name={t(`scopes.${group}`)}>
                  {t('usedToday', { calls: formatNumber(calls), most: formatNumber(callsPerDay) })}
                </Fact>
              );
            })}
          </dl>
        </section>
        <section>
          <h3>{t('whitelist')}</h3>
          {addresses.length === 0 ? (
            <p>{t('everyAddress')}</p>
          ) : (
            <ul className="api-user-addresses">
              {addresses.map((address) => (
                <li key={address}>
                  <code>{address}</code>
                </li>
              ))}
            </ul>
          )}
        </section>
      </Facts>
    </div>
  );
}
