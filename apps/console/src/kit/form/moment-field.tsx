import { clockOf, dayOf, momentAt } from '../format/days.ts';
import { DateInput } from './date-input.tsx';

interface Props {
  id?: string;
  /** Only without a visible label. */
  'aria-label'?: string;
  /** Form fields pass value and change. */
  value?: string;
  onChange?: (value: string) => void;
}

/** A field for a moment in the reader's time zone that cannot be cleared. */
export const MomentField = ({ value, onChange, ...field }: Props) => (
  <DateInput
    kind="moment"
    clearable={false}
    {...field}
    value={value && `${dayOf(value)}T${clockOf(value)}`}
    onChange={(next) => {
      const [day = '', clock = ''] = next.split('T');
      onChange?.(momentAt(day, clock));
    }}
  />
);
