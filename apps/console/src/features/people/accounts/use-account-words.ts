import { accountKinds, accountStates, signInSpans, type Account } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const types = { 1: 'superAdmin', 2: 'companyAdmin', 3: 'other' } as const;

/** The texts for the values of an account. */
export function useAccountWords() {
  const { t } = useTranslation('people/accounts');
  return useMemo(() => {
    const roleType = (type: Account['roleType']) => t(`roleTypes.${types[type]}`);
    const kind = (staffKind: Account['staffKind']) => t(`kinds.${staffKind}`);
    return {
      roleType,
      kind,
      roleTypeChoices: ([1, 2, 3] as const).map((value) => ({ value, label: roleType(value) })),
      kindChoices: accountKinds.map((value) => ({ value, label: kind(value) })),
      stateChoices: accountStates.map((value) => ({ value, label: t(`states.${value}`) })),
      spanChoices: signInSpans.map((value) => ({ value, label: t(`spans.${value}`) })),
    };
  }, [t]);
}
