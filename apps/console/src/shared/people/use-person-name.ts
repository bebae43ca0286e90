import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Someone who did something. An account of a company above the reader has no name. */
interface NamedPerson {
  name: string | null;
  mine: boolean;
}

/** The name of who did something; null for what the server does by a rule, a plan or a check. */
export function usePersonName({ inSentence = false } = {}) {
  const { t } = useTranslation('words');
  return useCallback(
    (person: NamedPerson | null): string => {
      if (person === null) return t('person.automatic');
      if (person.mine) return t(inSentence ? 'person.meInSentence' : 'person.me');
      return person.name ?? t(inSentence ? 'person.somebodyAboveInSentence' : 'person.somebodyAbove');
    },
    [t, inSentence],
  );
}
