import type { BackgroundJobName } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';

/** The name of a background job. */
export function useJobName() {
  const { t } = useTranslation('installation/background-jobs');
  return (name: BackgroundJobName): string => t(`names.${textKeyOf(name)}`);
}

type Joined<N extends string> = N extends `${infer Subject}.${infer Verb}`
  ? `${Subject}${Capitalize<Verb>}`
  : N;

/** `files.clean` has its text at `filesClean`, because a dot separates the keys of texts. */
const textKeyOf = (name: BackgroundJobName) =>
  // The type of the replacement matches its result.
  name.replace(/\.(\w)/, (_dot, letter: string) => letter.toUpperCase()) as Joined<BackgroundJobName>;
