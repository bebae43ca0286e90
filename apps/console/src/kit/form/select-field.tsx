import { Select, type SelectProps } from 'antd';
import { useId } from 'react';

interface Props<V> extends Omit<SelectProps<V>, 'id' | 'className'> {
  label: string;
  className?: string;
}

/** A select with a visible label. A surrounding label would name the field with its value too. */
export function SelectField<V extends string | number>({ label, className, ...select }: Props<V>) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      <Select<V> id={id} {...select} />
    </div>
  );
}
