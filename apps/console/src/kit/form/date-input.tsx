import { lazy, Suspense } from 'react';
import { lazyPart } from '../api/chunks.ts';
import type { DateKind } from './date-config.ts';
import './date-input.css';

export interface DateInputProps {
  /** `day` is `2030-01-31`, `clock` is `23:59`, `moment` is `2030-01-31T23:59`: wall-clock time without a zone. */
  kind?: DateKind;
  /** Empty for none. A form field passes it, and `onChange`. */
  value?: string | null | undefined;
  onChange?: (value: string) => void;
  /** Only without a visible label. */
  'aria-label'?: string;
  id?: string;
  min?: string | undefined;
  max?: string | undefined;
  /** False where a value is always necessary. The field then keeps its last value. */
  clearable?: boolean;
  required?: boolean;
  disabled?: boolean | undefined;
}

/** The picker is not part of the first list, so that the list stays small (0031). */
const Picker = lazy(() => lazyPart(() => import('./date-picker.tsx').then((m) => m.DatePickerInput)));

/** The field for a day, a time of day, or both, in the reader's language. Typing and choosing both work. */
export const DateInput = (props: DateInputProps) => (
  <Suspense fallback={<span className="sl-input sl-date-input" aria-hidden="true" />}>
    <Picker {...props} />
  </Suspense>
);
