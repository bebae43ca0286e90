import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { PlanFault } from './plan-field.tsx';

interface Props {
  name: string;
  label: string;
  hint?: ReactNode;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A yes or no of a rollout. */
export const SwitchField = ({ name, label, hint, value, onChange }: Props) => (
  <div className="rollout-field">
    <Checkbox checked={value} onChange={({ target }) => onChange(target.checked)}>
      {label}
    </Checkbox>
    {hint && <small>{hint}</small>}
    <PlanFault name={name} />
  </div>
);
