import { InputNumber } from 'antd';

interface Props {
  /** In the unit of the contract; `Form.Item` sets both. */
  value?: number | null;
  onChange?: (value: number | null) => void;
  id?: string;
  /** Shown value ÷ value of the contract. */
  factor?: number;
  max?: number;
  suffix: string;
}

/** Digits that hide the rounding of a conversion and keep what was typed. */
const significantDigits = 12;
const rounded = (value: number) => Number(value.toPrecision(significantDigits));

/** A number in the unit of the reader. An empty field is null. */
export function ScaledInput({ value, onChange, id, factor = 1, max, suffix }: Props) {
  return (
    <InputNumber
      {...(id && { id })}
      className="site-targets-number"
      min={0}
      {...(max !== undefined && { max })}
      suffix={suffix}
      value={typeof value === 'number' ? rounded(value * factor) : null}
      onChange={(shown) => onChange?.(shown === null ? null : rounded(shown / factor))}
    />
  );
}
