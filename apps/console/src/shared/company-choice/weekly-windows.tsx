import type { WeeklyWindow } from '@sweepline/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatWeekday, weekdays } from '../../kit/format/format-day.ts';
import { DateInput } from '../../kit/form/date-input.tsx';
import { Button } from '../../kit/ui/button.tsx';
import './company-choice.css';

interface Props {
  windows: readonly WeeklyWindow[];
  /** What a further window begins with. */
  first: WeeklyWindow;
  min?: number;
  max: number;
  onChange: (windows: WeeklyWindow[]) => void;
}

/** Times of the week. One that ends earlier than it begins ends on the next day. */
export function WeeklyWindows({ windows, first, min = 0, max, onChange }: Props) {
  const { t } = useTranslation('company-choice');
  const change = (place: string, changes: Partial<WeeklyWindow>) =>
    onChange(windows.map((window, n) => (String(n) === place ? { ...window, ...changes } : window)));
  return (
    <div className="weekly-windows">
      {Object.entries(windows).map(([place, window]) => (
        <div key={place} className="weekly-window" role="group" aria-label={t('window')}>
          <Select
            aria-label={t('weekdays')}
            mode="multiple"
            value={window.weekdays}
            options={weekdays().map((value) => ({ value, label: formatWeekday(value, 'short') }))}
            onChange={(next: number[]) => change(place, { weekdays: next })}
          />
          <DateInput
            kind="clock"
            clearable={false}
            aria-label={t('from')}
            value={window.from}
            onChange={(from) => change(place, { from })}
          />
          <DateInput
            kind="clock"
            clearable={false}
            aria-label={t('until')}
            value={window.to}
            onChange={(to) => change(place, { to })}
          />
          {windows.length > min && (
            <Button
              look="quiet"
              icon="trash"
              aria-label={t('removeWindow')}
              onClick={() => onChange(windows.filter((_window, n) => String(n) !== place))}
            />
          )}
        </div>
      ))}
      {windows.length < max && (
        <Button icon="plus" onClick={() => onChange([...windows, first])}>
          {t('addWindow')}
        </Button>
      )}
    </div>
  );
}
