import { useId, useState } from 'react';

interface Props {
  label: string;
  value: string;
  maxLength?: number;
  /** An empty text is rejected. */
  required?: boolean;
  onChange: (value: string) => void;
}

/** A text of an element. Enter or leaving the field commits it as one step. */
export function EditorText({ label, value, maxLength = 60, required = false, onChange }: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  const [previous, setPrevious] = useState(value);
  // Undone, or changed by another user.
  if (previous !== value) {
    setPrevious(value);
    setText(value);
  }
  const finish = () => {
    const next = text.trim();
    if (next !== value && (next || !required)) onChange(next);
    else setText(value);
  };
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="sl-input"
        value={text}
        maxLength={maxLength}
        onChange={({ target }) => setText(target.value)}
        onBlur={finish}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
          if (key === 'Escape') setText(value);
        }}
      />
    </>
  );
}
