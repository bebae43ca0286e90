import { useTranslation } from 'react-i18next';
import type { Field } from './task-form/task-form-values.ts';
import type { TaskForm } from './task-form/use-task-form.ts';

/** What every field of the form has: its label, and what is wrong with it once a person has been there. */
export function useFieldProps(form: TaskForm) {
  const { t } = useTranslation('tasks');
  return (field: Field) => ({
    field,
    label: t(`fields.${field as 'name'}`),
    // Only required fields are ever missing, and each of those has its prompt.
    error: form.refused[field] ?? (form.missing.has(field) ? t(`required.${field as 'name'}`) : undefined),
    onLeave: () => form.leave(field),
  });
}
