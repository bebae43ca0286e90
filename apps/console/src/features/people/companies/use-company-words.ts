import type { Company } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { unknown } from '../../../kit/format/format.ts';
import { currentLocale } from '../../../kit/format/lang.ts';
import { useWords } from '../../../shared/words/use-words.ts';

/** Europe as a whole: browsers name it by its UN M.49 code; their name of EU is the European Union. */
const [europe, europeInNames] = ['EU', '150'];

/** The texts for the type, region and scenario of a company. */
export function useCompanyWords() {
  const { t } = useTranslation('people/companies');
  const { word } = useWords();
  return useMemo(() => {
    const names = new Intl.DisplayNames([currentLocale()], { type: 'region' });
    return {
      type: ({ type, agentLevel }: Pick<Company, 'type' | 'agentLevel'>) =>
        type === 0
          ? t('type.provider')
          : type === 1
            ? t('type.terminal')
            : t('type.agent', { level: agentLevel }),
      /** A scenario can be a custom text. */
      scenario: (value: string) => (value ? word('scenario', value) : unknown),
      region: (code: string) => (code ? (names.of(code === europe ? europeInNames : code) ?? code) : unknown),
    };
  }, [t, word]);
}
