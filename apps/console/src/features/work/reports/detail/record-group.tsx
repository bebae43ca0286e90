import { Figure } from '../../../../kit/ui/figure.tsx';

interface RecordRow {
  label: string;
  value: string;
  /** A value that is not a single number; rendered as it is. */
  plain?: boolean;
  /** The formula with the numbers it was computed from. */
  formula?: string;
}

interface Props {
  question: string;
  rows: readonly RecordRow[];
}

/** Numbers of one topic. */
export const RecordGroup = ({ question, rows }: Props) => (
  <section className="record-group">
    <h2>{question}</h2>
    <dl>
      {rows.map(({ label, value, formula, plain = false }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{plain ? value : <Figure value={value} {...(formula && { formula })} />}</dd>
        </div>
      ))}
    </dl>
  </section>
);
