import { scenarios, type Company, type Scenario } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { unknown } from '../../../kit/format/format.ts';
import { currentLocale } from '../../../kit/format/lang.ts';

/** Europe as a whole: browsers name it by its UN M.49 code; their name of EU is the European Union. */
const [europe, europeInNames] = ['EU', '150'];

const isKnown = (value: string): value is Scenario => (scenarios as readonly string[]).includes(value);

/** The texts for the type, region and scenario of a company. */
export function useCompanyWords() {
  const { t } = useTranslation('people/companies');
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
      scenario: (value: string) => (isKnown(value) ? t(`scenarios.${value}`) : value || unknown),
      region: (code: string) => (code ? (names.of(code === europe ? europeInNames : code) ?? code) : unknown),
    };
  }, [t]);
}
