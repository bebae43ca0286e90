import { faultsOf, type PasswordChoice, type PasswordFault } from '@sweepline/contract';
import { useEffect, useState } from 'react';

/** A rule as shown to the user; the contract distinguishes some faults further. */
const rules = ['length', 'name', 'new', 'common'] as const;
export type Rule = (typeof rules)[number];

const ruleOf: Record<PasswordFault, Rule> = {
  TOO_SHORT: 'length',
  TOO_LONG: 'length',
  ACCOUNT_NAME: 'name',
  INITIAL: 'new',
  UNCHANGED: 'new',
  COMMON: 'common',
};

interface RuleContext extends Pick<PasswordChoice, 'username' | 'originPassword'> {
  /** The fault that the server found in this password. */
  refused?: string;
}

/** Each rule and its state, by the same check as the server's, while the user types. */
export function usePasswordRules(
  password: string,
  { refused, ...context }: RuleContext,
): { rule: Rule; met: boolean }[] {
  const [common, setCommon] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    // 40 kB that only this form needs. When the load fails, the server still checks.
    import('@sweepline/contract/common-passwords').then(
      (list) => setCommon(new Set(list.default)),
      () => {},
    );
  }, []);
  const isCommon = (form: string) => common?.has(form) === true;
  const faults: string[] = faultsOf(password, { ...context, isCommon });
  const broken = new Set<Rule>();
  for (const [fault, rule] of Object.entries(ruleOf))
    if (faults.includes(fault) || fault === refused) broken.add(rule);
  return rules.map((rule) => ({ rule, met: password !== '' && !broken.has(rule) }));
}
