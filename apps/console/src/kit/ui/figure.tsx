import { unknown } from '../format/format.ts';

interface Props {
  /** A number with its unit, already in the reader's format. */
  value: string;
  /** The formula of the value, shown on hover. */
  formula?: string;
}

/** A duration has two numbers: `1 d 3 h`. */
const twoUnits = /^(−?\d+)( \S+ )(\d+)( \S+)$/u;
const split = /^([^\d]*[\d.,:'’\s]*\d)(.*)$/u;

/** A number with a smaller and lighter unit. */
export function Figure({ value, formula }: Props) {
  if (value === unknown) return <span className="sl-unknown">{unknown}</span>;
  const [, first, largerUnit, second, smallerUnit] = twoUnits.exec(value) ?? [];
  const [, number = value, unit = ''] = split.exec(value) ?? [];
  return (
    <span className={formula ? 'sl-figure sl-figure-formula' : 'sl-figure'} title={formula}>
      {first ?? number}
      {(largerUnit ?? unit) && <small>{largerUnit ?? unit}</small>}
      {second}
      {smallerUnit && <small>{smallerUnit}</small>}
    </span>
  );
}
