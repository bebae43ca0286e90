import { settingsProfileCalls, type SettingsProfile, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { formatTime } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { Differences } from './differences.tsx';
import { useSettingWords } from './setting-parts.ts';

const maxRows = 99;

/** Robots whose settings differ from the profile that was applied last, with a link to apply it again. */
export function DriftList({ profile }: { profile: SettingsProfile }) {
  const { t } = useTranslation('devices/settings-rollouts');
  const words = useSettingWords(profile.model);
  const { data } = useQuery({
    ...callQuery(settingsProfileCalls.drift, { profileId: profile.id, drifted: true, pageSize: maxRows }),
    meta: { silent: true },
  });
  const drifted = data?.list ?? [];
  return (
    <section className="sr-drift">
      <header>
        <h2>{t('driftTitle', { count: profile.devices })}</h2>
        {drifted.length > 0 && (
          <StateMark tone="waiting" icon="alert" word={t('driftedCount', { count: profile.drifted })} />
        )}
        {drifted.length > 1 && (
          <Allowed call={settingsProfileCalls.update}>
            <Link
              className="sl-button"
              to={pages.settingsSync({ profile: profile.id, target: drifted.map(({ id }) => id) })}
            >
              {t('applyAgainAll', { count: drifted.length })}
            </Link>
          </Allowed>
        )}
      </header>
      {data && drifted.length === 0 && <StateMark tone="working" icon="check" word={t('noDriftLong')} />}
      <ul className="sr-targets">
        {drifted.map(({ id, nickname, sn, appliedAt, appliedBy, differing }) => (
          <li key={id}>
            <header>
              <strong>
                <Link to={pages.device({ id, tab: 'settings' })}>{nickname}</Link>
              </strong>
              <small>
                {sn} · {t('appliedWhen', { when: formatTime(appliedAt), who: appliedBy })}
              </small>
              <Allowed call={settingsProfileCalls.update}>
                <Link
                  className="sl-row-action"
                  to={pages.settingsSync({ profile: profile.id, target: [id] })}
                >
                  {t('applyAgain')}
                </Link>
              </Allowed>
            </header>
            <Differences
              words={words}
              rows={differing.map(({ key, wanted, is }) => ({ key, from: is, to: wanted }))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
