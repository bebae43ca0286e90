import { otaPlan, type OtaPlan } from '@sweepline/contract';
import { createContext, useCallback, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { faultOf } from '../../../../kit/form/field-fault.ts';
import { formatNumber } from '../../../../kit/format/format.ts';

/** Reasons by field, in words. */
export type Faults = Readonly<Record<string, string>>;

export const FaultContext = createContext<Faults>({});
export const useFault = (name: string): string | undefined => useContext(FaultContext)[name];

type Unchecked = { readonly [Field in keyof OtaPlan]: OtaPlan[Field] | null };

/** A stage without a share is the canary: it misses robots, not a share. */
function fieldOf(path: readonly PropertyKey[], plan: Unchecked): string {
  const [first, n, last] = path;
  const isCanary = first === 'stages' && last === 'upToPct' && plan.stages?.[Number(n)]?.upToPct === null;
  return (isCanary ? [first, n, 'deviceIds'] : path).map(String).join('.');
}

/** Checks a plan with the schema of its calls. */
export function usePlanFaults() {
  const { t } = useTranslation('updates/rollouts');
  const { t: kit } = useTranslation('kit');
  return useCallback(
    (plan: Unchecked): { plan: OtaPlan } | { faults: Faults } => {
      const { success, data, error } = otaPlan.safeParse(plan);
      if (success) return { plan: data };
      const faults = error.issues.map((issue) => {
        const field = fieldOf(issue.path, plan);
        if (field === 'stages') return [field, t('fault.stages')];
        if (field === 'window.to') return [field, t('fault.window')];
        const { key, count = 0 } = faultOf(issue, plan);
        return [field, kit(`faults.${key}`, { count, limit: formatNumber(count) })];
      });
      return { faults: Object.fromEntries(faults) as Faults };
    },
    [t, kit],
  );
}
