import { Form } from 'antd';
import type { ChangeEvent } from 'react';
import { dayEnd, dayOf, dayStart } from './days.ts';

interface Props {
  name: string;
  label: string;
  /** The last moment of the day instead of the first. */
  end?: boolean;
  hint?: string;
}

/** A day of the reader's zone in a form; the call gets its first or last moment, or null for none. */
export const DayField = ({ name, label, end = false, hint }: Props) => (
  <Form.Item
    name={name}
    label={label}
    extra={hint}
    getValueProps={(at: string | null | undefined) => ({ value: at ? dayOf(at) : '' })}
    getValueFromEvent={({ target }: ChangeEvent<HTMLInputElement>) =>
      target.value ? (end ? dayEnd : dayStart)(target.value) : null
    }
  >
    <input type="date" className="sl-input" />
  </Form.Item>
);
