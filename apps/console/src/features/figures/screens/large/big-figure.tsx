import { unknown } from '../../../../kit/format/format.ts';

interface Props {
  label: string;
  value: string;
  note?: string | undefined;
  large?: boolean;
}

/** One figure of a large screen. The unit is smaller and lighter than its number. */
export function BigFigure({ label, value, note, large = false }: Props) {
  const [, number = value, unit = ''] = /^([\d.,:  %'’٬—-]+)\s*(.*)$/u.exec(value) ?? [];
  return (
    <div className={large ? 'big-figure big-figure-large' : 'big-figure'}>
      <span className="big-figure-label">{label}</span>
      <span className={`big-figure-value ${value === unknown ? 'big-figure-unknown' : ''}`}>
        {number.trim()}
        {unit && <small> {unit}</small>}
      </span>
      {note && <span className="big-figure-note">{note}</span>}
    </div>
  );
}
