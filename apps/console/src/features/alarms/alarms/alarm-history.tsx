import type { AlarmAct, AlarmEntry } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { IconName } from '../../../kit/ui/icons.ts';
import { usePersonName } from '../../../shared/people/use-person-name.ts';
import { useReminderWords } from './use-reminder-words.ts';

const icons: Record<AlarmAct['kind'], IconName> = {
  ACKNOWLEDGED: 'seen',
  ASSIGNED: 'user',
  COMMENTED: 'edit',
  SHELVED: 'sleep',
  WITHDRAWN: 'undo',
  UNSHELVED: 'undo',
  PROCESSED: 'check',
  REMINDED: 'bell',
};

interface Moment {
  key: string;
  at: string;
  icon: IconName;
  text: string;
  note: string;
}

/** Everything that happened to an alarm, newest first: what people did, and what the robot reported. */
export function AlarmHistory({ alarm, acts }: { alarm: AlarmEntry; acts: readonly AlarmAct[] }) {
  const { t } = useTranslation('alarms/alarms');
  const personName = usePersonName({ inSentence: true });
  const reminderWords = useReminderWords();
  const textOf = ({ kind, by, until, owner, minutes }: AlarmAct): string => {
    const who = personName(by);
    if (kind === 'SHELVED') return t('did.SHELVED', { who, until: formatTime(until) });
    if (kind === 'REMINDED') return t('did.REMINDED', { who, reminder: reminderWords(minutes) });
    if (kind !== 'ASSIGNED') return t(`did.${kind}`, { who });
    return owner ? t('did.ASSIGNED', { who, owner: personName(owner) }) : t('did.UNOWNED', { who });
  };
  const { raisedAt, clearedAt, toldAt } = alarm;
  const own: Moment[] = [
    { key: 'raised', at: raisedAt, icon: 'alert', text: t('raised'), note: '' },
    ...(toldAt ? [{ key: 'told', at: toldAt, icon: 'bell' as const, text: t('page.told'), note: '' }] : []),
    ...(clearedAt
      ? [{ key: 'cleared', at: clearedAt, icon: 'check' as const, text: t('cleared'), note: '' }]
      : []),
  ];
  const done = acts.map((act) => ({
    key: act.id,
    at: act.at,
    icon: icons[act.kind],
    text: textOf(act),
    note: act.text,
  }));
  const all = [...done, ...own].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return (
    <>
      {acts.length === 0 && <p className="alarm-quiet">{t('page.noHistory')}</p>}
      <ol className="alarm-history">
        {all.map(({ key, at, icon, text, note }) => (
          <li key={key}>
            <Icon name={icon} size={16} />
            <div>
              <span>{text}</span>
              {note && <p>{note}</p>}
              <small>
                <Ago at={at} />
              </small>
            </div>
          </li>
        ))}
      </ol>
      {toldAt === null && <p className="alarm-quiet">{t('page.notTold')}</p>}
    </>
  );
}
