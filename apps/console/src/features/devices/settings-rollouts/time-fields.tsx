import { useTranslation } from 'react-i18next';
import { DateInput } from '../../../kit/form/date-input.tsx';
import { addDays, dayOf, momentAt } from '../../../kit/format/days.ts';
import { Segments } from '../../../kit/ui/segments.tsx';

/** A day and a time of day in the time zone of the reader. */
export interface LaterTime {
  day: string;
  clock: string;
}

/** The moment as ISO 8601. Null if it is incomplete or not in the future. */
export function momentOf({ day, clock }: LaterTime): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(clock)) return null;
  const at = momentAt(day, clock);
  return Date.parse(at) > Date.now() ? at : null;
}

interface Props {
  value: LaterTime | null;
  onChange: (value: LaterTime | null) => void;
}

/** Now or later. The default is the next night, because a robot may restart its screen. */
export function TimeFields({ value, onChange }: Props) {
  const { t } = useTranslation('devices/settings-rollouts');
  return (
    <div className="sr-line">
      <Segments
        label={t('step.when')}
        value={value ? 'later' : 'now'}
        options={[
          { value: 'now', text: t('now') },
          { value: 'later', text: t('later') },
        ]}
        onChange={(next) =>
          onChange(next === 'later' ? { day: addDays(dayOf(Date.now()), 1), clock: '02:00' } : null)
        }
      />
      {value && (
        <>
          <DateInput
            aria-label={t('day')}
            value={value.day}
            onChange={(day) => onChange({ ...value, day })}
          />
          <DateInput
            kind="clock"
            aria-label={t('clock')}
            value={value.clock}
            onChange={(clock) => onChange({ ...value, clock })}
          />
          {!momentOf(value) && <span className="sr-note">{t('notAhead')}</span>}
        </>
      )}
    </div>
  );
}
