import { cloneElement, useId, type ReactElement, type ReactNode } from 'react';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { Field } from './task-form/task-form-values.ts';
import './form-field.css';

interface Props {
  field: Field;
  label: string;
  /** The error of the field; the field is then marked. */
  error?: string | undefined;
  /** The reason of a rule. */
  hint?: ReactNode;
  onLeave?: () => void;
  /** For a group of buttons: the group has its own name, and the label is visual only. */
  grouped?: boolean;
  /** The control; it gets the id of the label. */
  children: ReactElement<{ id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }>;
}

/** A label above its control, the reason of a rule below; an error replaces the reason. */
export function FormField({ field, label, error, hint, onLeave, grouped = false, children }: Props) {
  const id = useId();
  const noteId = `${id}note`;
  return (
    <div className="form-field" data-field={field} data-wrong={error ? '' : undefined} onBlur={onLeave}>
      {grouped ? <span className="form-field-label">{label}</span> : <label htmlFor={id}>{label}</label>}
      {grouped
        ? children
        : cloneElement(children, { id, 'aria-describedby': noteId, 'aria-invalid': error !== undefined })}
      <div id={noteId} className="form-field-note">
        {error ? (
          <span role="alert">
            <Icon name="alert" size={13} /> {error}
          </span>
        ) : (
          hint
        )}
      </div>
    </div>
  );
}
