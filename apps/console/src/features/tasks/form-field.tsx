import { cloneElement, useId, type ReactElement, type ReactNode } from 'react';
import { Icon } from '../../kit/ui/icon.tsx';
import type { Field } from './task-form/task-form-values.ts';
import './form-field.css';

interface Props {
  field: Field;
  label: string;
  /** What is wrong with it; the field is then marked. */
  error?: string | undefined;
  /** The reason beside a rule. */
  hint?: ReactNode;
  onLeave?: () => void;
  /** Several buttons in one: the group names itself, the label is only seen. */
  grouped?: boolean;
  /** The control; it gets the id its label points at. */
  children: ReactElement<{ id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }>;
}

/** A label above its control, the rule's reason below, an error in its place when there is one. */
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
