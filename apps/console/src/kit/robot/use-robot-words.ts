import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { unknown } from '../format.ts';
import type phrases from './texts/en.json';

type Group = Exclude<keyof typeof phrases, 'modePaused'>;

/** The reader's word for a code of the robots' language. A vehicle of another maker has its own codes: those are shown as they are. */
export function useRobotWords() {
  const { t } = useTranslation('robot');
  return useCallback(
    (group: Group, code: string | null | undefined): string =>
      // The key is typed as one that surely exists; `defaultValue` answers for the others.
      code ? t(`${group}.${code}` as 'modes.STANDBY', { defaultValue: code }) : unknown,
    [t],
  );
}
