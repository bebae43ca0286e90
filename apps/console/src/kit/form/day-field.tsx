import { Form } from 'antd';
import { useState } from 'react';
import { dayEnd, dayOf, dayStart } from '../format/days.ts';
import { DateInput } from './date-input.tsx';

interface Props {
  name: string;
  label: string;
  /** The last moment of the day instead of the first. */
  end?: boolean;
  hint?: string;
  /** Only today and later. */
  ahead?: boolean;
}

/** A day in the reader's time zone. The call gets its first or last moment, or null for none. */
export function DayField({ name, label, end = false, hint, ahead = false }: Props) {
  const [today] = useState(() => dayOf(new Date()));
  return (
    <Form.Item
      name={name}
      label={label}
      extra={hint}
      getValueProps={(at: string | null | undefined) => ({ value: at ? dayOf(at) : '' })}
      getValueFromEvent={(day: string) => (day ? (end ? dayEnd : dayStart)(day) : null)}
    >
      <DateInput {...(ahead && { min: today })} />
    </Form.Item>
  );
}
