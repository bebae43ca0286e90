import { InputNumber } from 'antd';
import { decimalSign } from '../../../../kit/format/format-unit.ts';
import { PlanField } from './plan-field.tsx';

interface Props {
  name: string;
  label: string;
  hint?: string;
  value: number | null;
  min: number;
  max: number;
  step?: number;
  unit?: string;
  onChange: (value: number | null) => void;
}

/** A number of a rollout with its unit. An empty field is null. */
export const NumberField = ({ name, label, hint, value, min, max, step = 1, unit, onChange }: Props) => (
  <PlanField name={name} label={label} hint={hint}>
    {(id) => (
      <InputNumber
        id={id}
        value={value}
        min={min}
        max={max}
        step={step}
        decimalSeparator={decimalSign()}
        {...(unit !== undefined && { suffix: unit })}
        onChange={onChange}
      />
    )}
  </PlanField>
);
