import { Icon } from '../ui/icon.tsx';
import './search-input.css';

interface Props {
  value: string;
  placeholder: string;
  /** What is searched, for screen readers, where the placeholder is too short to say it. */
  label?: string;
  className?: string;
  onChange: (text: string) => void;
}

/** A search box. The caller searches at each change. */
export function SearchInput({ value, placeholder, label = placeholder, className = '', onChange }: Props) {
  return (
    <label className={`sl-search ${className}`}>
      <Icon name="search" size={16} />
      <input
        type="search"
        value={value}
        placeholder={placeholder}
        aria-label={label}
        maxLength={100}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
