import { faultsOf, type PasswordChoice, type PasswordFault } from '@sweepline/contract';
import { useEffect, useState } from 'react';

/** A rule as people read it; the contract tells some of their faults apart. */
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

interface Known extends Pick<PasswordChoice, 'username' | 'originPassword'> {
  /** What the server found in this very password. */
  refused?: string;
}

/** Each rule, and whether the password keeps it: the server's own check, made while one types. */
export function usePasswordRules(
  password: string,
  { refused, ...known }: Known,
): { rule: Rule; kept: boolean }[] {
  const [common, setCommon] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    // Forty kilobytes that only this form needs. Without them the server still knows.
    import('@sweepline/contract/common-passwords').then(
      (list) => setCommon(new Set(list.default)),
      () => {},
    );
  }, []);
  const isCommon = (form: string) => common?.has(form) === true;
  const faults: string[] = faultsOf(password, { ...known, isCommon });
  const broken = new Set<Rule>();
  for (const [fault, rule] of Object.entries(ruleOf))
    if (faults.includes(fault) || fault === refused) broken.add(rule);
  return rules.map((rule) => ({ rule, kept: password !== '' && !broken.has(rule) }));
}
