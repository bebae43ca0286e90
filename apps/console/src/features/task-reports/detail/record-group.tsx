import { Figure } from '../../../kit/ui/figure.tsx';

interface RecordRow {
  label: string;
  value: string;
  /** More than one number: shown as it is. */
  plain?: boolean;
  /** How it was computed, with the numbers it was computed from. */
  formula?: string;
}

interface Props {
  question: string;
  rows: readonly RecordRow[];
}

/** Numbers that answer one question. */
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
