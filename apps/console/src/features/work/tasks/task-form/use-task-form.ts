import { errors, type ErrorName } from '@sweepline/contract';
import { useState } from 'react';
import { CallError } from '../../../../kit/api/api.ts';
import { currentLang } from '../../../../kit/format/lang.ts';
import { missingFields, type Field, type TaskValues } from './task-form-values.ts';

/** Refusals about one field, and the field they belong to. */
const belongsTo: Partial<Record<ErrorName, Field>> = {
  nameTaken: 'name',
  mapDiffers: 'mapId',
  onOtherMap: 'mapId',
  notSupported: 'deviceId',
};

/** The server's message of each field. Refusals have no names on the wire, so code and text identify them. */
function refusedFields(error: Error): Partial<Record<Field, string>> {
  if (!(error instanceof CallError)) return {};
  const entry = Object.entries(belongsTo).find(([name]) => {
    const { code, texts } = errors[name as ErrorName];
    return error.code === code && error.message === texts[currentLang()];
  });
  return entry ? { [entry[1]]: error.message } : error.fields;
}

/** The state of the form: values, touched fields, missing fields, and the server's errors. */
export function useTaskForm(initial: TaskValues, savesTask: boolean) {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({});

  const change = (changes: Partial<TaskValues>) => {
    setTouched(true);
    setValues((old) => ({ ...old, ...changes }));
    setRefused((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !(name in changes))));
  };
  /** An empty field is reported once the user has visited and left it. */
  const leave = (field: Field) => setLeft((old) => new Set([...old, field]));
  const missing = missingFields(values, savesTask);

  return {
    values,
    /** Whether the form saves a task; otherwise it starts a single run. */
    savesTask,
    change,
    /** Sets default values; these do not count as unsaved changes. */
    fill: (changes: Partial<TaskValues>) => setValues((old) => ({ ...old, ...changes })),
    leave,
    touched,
    settle: () => setTouched(false),
    missing: new Set(missing.filter((field) => left.has(field))),
    refused,
    /** True when nothing is missing; otherwise all missing fields are marked and the first one gets the focus. */
    check: () => {
      setLeft(new Set(missing));
      if (missing[0])
        document.querySelector<HTMLElement>(`[data-field='${missing[0]}'] :is(input, button)`)?.focus();
      return missing.length === 0;
    },
    refuse: (error: Error) => setRefused(refusedFields(error)),
  };
}
export type TaskForm = ReturnType<typeof useTaskForm>;
