import { clockOf, dayOf, momentAt } from '../../../kit/format/days.ts';
import { DateInput } from '../../../kit/form/date-input.tsx';

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
}

/** A field for a moment in the reader's time zone; empty is null. Form fields pass value and change. */
export const MomentField = ({ id, value, onChange }: Props) => (
  <DateInput
    kind="moment"
    {...(id !== undefined && { id })}
    value={value ? `${dayOf(value)}T${clockOf(value)}` : ''}
    onChange={(next) => {
      const [day = '', clock = ''] = next.split('T');
      onChange?.(next === '' ? null : momentAt(day, clock));
    }}
  />
);
