import { errors, type ErrorName } from '@sweepline/contract';
import { useState } from 'react';
import { CallError } from '../../../kit/api/api.ts';
import { currentLang } from '../../../kit/format/lang.ts';
import { missingFields, type Field, type TaskValues } from './task-form-values.ts';

/** Refusals that are about one field, and the field they belong to. */
const belongsTo: Partial<Record<ErrorName, Field>> = {
  nameTaken: 'name',
  mapDiffers: 'mapId',
  notSupported: 'deviceId',
};

/** What the server said of each field. Refusals have no names on the wire, so they are known by code and words. */
function refusedFields(error: Error): Partial<Record<Field, string>> {
  if (!(error instanceof CallError)) return {};
  const named = Object.entries(belongsTo).find(([name]) => {
    const { code, texts } = errors[name as ErrorName];
    return error.code === code && error.message === texts[currentLang()];
  });
  return named ? { [named[1]]: error.message } : error.fields;
}

/** Values, what was changed, and what is wrong with them: what is missing, and what the server said of a field. */
export function useTaskForm(initial: TaskValues, kept: boolean) {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({});

  const change = (changes: Partial<TaskValues>) => {
    setTouched(true);
    setValues((old) => ({ ...old, ...changes }));
    setRefused((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !(name in changes))));
  };
  /** An empty field is named once a person has been there and gone on. */
  const leave = (field: Field) => setLeft((old) => new Set([...old, field]));
  const missing = missingFields(values, kept);

  return {
    values,
    /** Whether it becomes a task; else it is cleaned once. */
    kept,
    change,
    /** Fills in what the page knows by itself; that is no work a person could lose. */
    fill: (changes: Partial<TaskValues>) => setValues((old) => ({ ...old, ...changes })),
    leave,
    touched,
    settle: () => setTouched(false),
    missing: new Set(missing.filter((field) => left.has(field))),
    refused,
    /** True when nothing is missing; else every missing field is named and the first one gets the focus. */
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
