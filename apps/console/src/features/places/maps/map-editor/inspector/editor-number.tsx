import { useId, useState } from 'react';
import { decimalSign } from '../../../../../kit/format/format-unit.ts';

interface Props {
  label: string;
  value: number;
  /** Digits after the decimal sign. */
  digits?: number;
  unit?: string;
  min?: number;
  max?: number;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** Parses a number with a comma or a point. Undefined for anything else. */
export function numberIn(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^[-+−]?\d+(?:\.\d*)?$|^[-+−]?\.\d+$/.test(plain) ? Number(plain.replace('−', '-')) : undefined;
}

/** An exact number. Enter or leaving the field commits it as one step; invalid input is rejected. */
export function EditorNumber({ label, value, digits = 3, unit, min, max, disabled, onChange }: Props) {
  const id = useId();
  const formatted = String(Number(value.toFixed(digits))).replace('.', decimalSign());
  const [text, setText] = useState(formatted);
  const [previous, setPrevious] = useState(formatted);
  // The pointer moved the element, or the change was undone.
  if (previous !== formatted) {
    setPrevious(formatted);
    setText(formatted);
  }
  const finish = () => {
    const next = numberIn(text);
    const fits = next !== undefined && next >= (min ?? -Infinity) && next <= (max ?? Infinity);
    if (fits && text !== formatted) onChange(next);
    else setText(formatted);
  };
  return (
    <span className="maps-number">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="sl-input"
        inputMode="decimal"
        value={text}
        disabled={disabled}
        onChange={({ target }) => setText(target.value)}
        onBlur={finish}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
          if (key === 'Escape') setText(formatted);
        }}
      />
      {unit && <small>{unit}</small>}
    </span>
  );
}
