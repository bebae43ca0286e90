import { useState } from 'react';

interface Props {
  label: string;
  unit: string;
  value: number;
  step: number;
  range?: readonly [number, number];
  onChange: (value: number) => void;
}

/** A number that a drag can also change: typed text counts as soon as it is a number within its range. */
export function NumberField({ label, unit, value, step, range, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string) => {
    setTyped(text);
    const number = Number(text);
    if (text.trim() === '' || Number.isNaN(number)) return;
    if (range && (number < range[0] || number > range[1])) return;
    onChange(number);
  };
  return (
    <label className="care-number">
      <span>{label}</span>
      <input
        type="number"
        className="sl-input"
        value={typed ?? value}
        step={step}
        min={range?.[0]}
        max={range?.[1]}
        onChange={({ target }) => take(target.value)}
        onBlur={() => setTyped(null)}
      />
      <small>{unit}</small>
    </label>
  );
}
