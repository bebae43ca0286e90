import { useTranslation } from 'react-i18next';
import type { Field } from './task-form/task-form-values.ts';
import type { TaskForm } from './task-form/use-task-form.ts';

/** The common props of the form's fields: the label, and the error once the user has visited the field. */
export function useFieldProps(form: TaskForm) {
  const { t } = useTranslation('work/tasks');
  return (field: Field) => ({
    field,
    label: t(`fields.${field as 'name'}`),
    // Only required fields can be missing, and each of those has a prompt.
    error: form.refused[field] ?? (form.missing.has(field) ? t(`required.${field as 'name'}`) : undefined),
    onLeave: () => form.leave(field),
  });
}
