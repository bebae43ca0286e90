import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import './segments.css';

interface Props<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; text: string; icon?: IconName }[];
  onChange: (value: V) => void;
  /** The page has no other control for this choice. On a phone it stays visible, in a row of its own. */
  onlyWay?: boolean;
}

/** A switch between a few forms of the same content. With an icon, the text is its label. */
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
