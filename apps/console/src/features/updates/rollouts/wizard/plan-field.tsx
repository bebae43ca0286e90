import { useId, type ReactNode } from 'react';
import { useFault } from './plan-faults.ts';

interface FaultProps {
  name: string;
}

/** The reason why a field is refused. */
export function PlanFault({ name }: FaultProps) {
  const fault = useFault(name);
  return fault ? (
    <p role="alert" className="rollout-fault">
      {fault}
    </p>
  ) : null;
}

interface Props {
  /** The field of the plan, such as `stages.0.upToPct`. */
  name: string;
  label: string;
  hint?: string | undefined;
  /** The control gets this id. */
  children: (id: string) => ReactNode;
}

/** A labelled control of a rollout, with the reason of a refusal below it. */
export function PlanField({ name, label, hint, children }: Props) {
  const id = useId();
  return (
    <div className="rollout-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <small>{hint}</small>}
      <PlanFault name={name} />
    </div>
  );
}
