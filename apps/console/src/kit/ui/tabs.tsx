import { useId } from 'react';
import './tabs.css';

interface Props {
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  /** Keep the choice in the address (`useAddress`): a tab can be sent to somebody. */
  onChange: (value: string) => void;
}

/** The parts of a page about one thing. Left and right move between them, as people expect of tabs. */
export function Tabs({ label, value, options, onChange }: Props) {
  const id = useId();
  const move = (by: number, from: number) => {
    const next = options[(from + by + options.length) % options.length];
    if (!next) return;
    onChange(next.value);
    document.getElementById(`${id}${next.value}`)?.focus();
  };
  return (
    <div className="sl-tabs" role="tablist" aria-label={label}>
      {options.map((option, index) => (
        <button
          key={option.value}
          id={`${id}${option.value}`}
          type="button"
          role="tab"
          aria-selected={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowRight') move(1, index);
            if (key === 'ArrowLeft') move(-1, index);
          }}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
