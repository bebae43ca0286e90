import { langs, type Lang, type Profile } from '@sweepline/contract';
import { Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatWeekday } from '../../../kit/format/format-day.ts';
import { currentLang, langNames } from '../../../kit/format/lang.ts';
import { weekStart } from '../../../kit/format/reader.ts';
import { Segments } from '../../../kit/ui/segments.tsx';
import { ProfileQuiet } from './profile-quiet.tsx';
import { ZoneSelect } from './zone-select.tsx';

interface Props {
  profile: Profile;
  onChange: (changes: Profile) => void;
}

const weekStarts = [1, 7, 6] as const;

/** Language, time zone, units, pop-ups and quiet hours of the own account. */
export function ProfileReading({ profile, onChange }: Props) {
  const { t } = useTranslation('people/profile');
  return (
    <section aria-labelledby="profile-reading">
      <h2 id="profile-reading">{t('reading')}</h2>
      <p>{t('readingHint')}</p>
      <label className="profile-field">
        <span>{t('language')}</span>
        <Select<Lang>
          aria-label={t('language')}
          value={profile.lang ?? currentLang()}
          options={langs.map((lang) => ({ value: lang, label: langNames[lang] }))}
          onChange={(lang) => onChange({ lang })}
        />
      </label>
      <ZoneSelect zone={profile.timezone} onChange={(timezone) => onChange({ timezone })} />
      <div className="profile-field">
        <span>{t('area')}</span>
        <Segments
          label={t('area')}
          value={profile.area ?? 'M2'}
          options={[
            { value: 'M2', text: 'm²' },
            { value: 'FT2', text: 'ft²' },
          ]}
          onChange={(area) => onChange({ area })}
        />
      </div>
      <div className="profile-field">
        <span>{t('volume')}</span>
        <Segments
          label={t('volume')}
          value={profile.volume ?? 'LITRE'}
          options={[
            { value: 'LITRE', text: t('litres') },
            { value: 'GALLON', text: t('gallons') },
          ]}
          onChange={(volume) => onChange({ volume })}
        />
      </div>
      <div className="profile-field">
        <span>{t('weekStart')}</span>
        <Segments
          label={t('weekStart')}
          value={String(profile.weekStart ?? weekStart())}
          options={weekStarts.map((day) => ({ value: String(day), text: formatWeekday(day) }))}
          onChange={(day) => onChange({ weekStart: weekStarts.find((value) => String(value) === day) })}
        />
      </div>
      <div className="profile-switch">
        <span>
          {t('popUps')}
          <small>{t('popUpsHint')}</small>
        </span>
        <Switch
          aria-label={t('popUps')}
          checked={profile.popUps ?? true}
          onChange={(popUps) => onChange({ popUps })}
        />
      </div>
      <ProfileQuiet profile={profile} onChange={onChange} />
    </section>
  );
}
