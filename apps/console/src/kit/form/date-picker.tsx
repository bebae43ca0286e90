import '/@theme/dates.css';
import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ComponentProps, KeyboardEvent } from 'react';
import { Icon } from '../ui/icon.tsx';
import {
  dateConfig,
  fieldDate,
  fieldFormats,
  fieldValue,
  monthBeforeYear,
  type DateKind,
} from './date-config.ts';
import type { DateInputProps } from './date-input.tsx';

const Picker = DatePicker.generatePicker<Dayjs>(dateConfig);

const isField = (target: EventTarget): target is HTMLInputElement => target instanceof HTMLInputElement;

type PickerLocale = NonNullable<ComponentProps<typeof Picker>['locale']>;

/** antd completes it from the reader's locale. Its type demands all of it. */
const headOrder = () => ({ lang: { monthBeforeYear: monthBeforeYear() } }) as PickerLocale;

const panels: Record<DateKind, object> = {
  day: {},
  clock: { picker: 'time' },
  moment: { showTime: { format: 'HH:mm' } },
};

/** antd's picker with values as text. Its module is loaded by `DateInput`. */
export function DatePickerInput({
  kind = 'day',
  value,
  onChange,
  min,
  max,
  clearable = true,
  ...field
}: DateInputProps) {
  // antd restores the old value when the text was deleted. Then the keyboard could not clear a field.
  const clearIfEmpty = (target: EventTarget) => {
    if (clearable && value && isField(target) && target.value === '') onChange?.('');
  };
  return (
    <span
      className="sl-date-input"
      onBlurCapture={({ target }) => clearIfEmpty(target)}
      onKeyDownCapture={({ key, target }: KeyboardEvent) => key === 'Enter' && clearIfEmpty(target)}
    >
      <Picker
        {...field}
        {...panels[kind]}
        value={fieldDate(kind, value)}
        onChange={(date: Dayjs | null) => onChange?.(fieldValue(kind, date))}
        format={fieldFormats(kind)}
        minDate={fieldDate(kind, min) ?? undefined}
        maxDate={fieldDate(kind, max) ?? undefined}
        allowClear={clearable}
        needConfirm={false}
        locale={headOrder()}
        suffixIcon={<Icon name={kind === 'clock' ? 'clock' : 'calendar'} size={15} />}
      />
    </span>
  );
}
