import type { EscalationPolicy, EscalationStep, EscalationTarget } from '@sweepline/contract';

/** A target as the value of a select: `ROLE:<id>`, `FAE`. */
export const keyOf = (target: { kind: EscalationTarget['kind']; id?: string | null }): string =>
  target.id ? `${target.kind}:${target.id}` : target.kind;

const targetOf = (key: string): EscalationTarget => {
  const [kind, id = ''] = key.split(':');
  if (kind === 'ACCOUNT' || kind === 'ROLE') return { kind, id };
  return { kind: kind === 'PARENT' ? 'PARENT' : 'FAE' };
};

export const withTargets = (step: EscalationStep, keys: readonly string[]): EscalationStep => ({
  ...step,
  targets: keys.map(targetOf),
});

/** The steps of a policy, as they are sent. */
export const stepsOf = ({ steps }: EscalationPolicy): EscalationStep[] =>
  steps.map(({ targets, ...step }) => withTargets({ ...step, targets: [] }, targets.map(keyOf)));
