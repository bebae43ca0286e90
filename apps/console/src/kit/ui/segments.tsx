import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import './segments.css';

interface Props<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; text: string; icon?: IconName }[];
  onChange: (value: V) => void;
  /** The only way to what it shows: on a phone it stays, in a line of its own. */
  onlyWay?: boolean;
}

/** A few ways to see the same thing. With an icon the words are its name. */
export const Segments = <V extends string>({ label, value, options, onChange, onlyWay }: Props<V>) => (
  <div className={onlyWay ? 'sl-segments sl-only-way' : 'sl-segments'} role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        {...(option.icon && { 'aria-label': option.text, title: option.text })}
        onClick={() => onChange(option.value)}
      >
        {option.icon ? <Icon name={option.icon} size={16} /> : option.text}
      </button>
    ))}
  </div>
);
