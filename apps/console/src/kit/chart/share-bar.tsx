import type { IconName } from '../ui/icons.ts';
import { StateMark } from '../ui/state-mark.tsx';
import type { Tone } from '../ui/theme.ts';
import './share-bar.css';

interface SharePart {
  key: string;
  value: number;
  tone: Tone;
  icon: IconName;
  /** The count and its name: "12 successful". */
  text: string;
}

interface Props {
  /** What the whole is. */
  label: string;
  parts: readonly SharePart[];
  /** Hides the words below the bar. They are then only its label. */
  bare?: boolean;
}

/** The parts of one whole as a stacked bar. The legend names each part, because colour alone is not accessible. */
export function ShareBar({ label, parts, bare = false }: Props) {
  const present = parts.filter(({ value }) => value > 0);
  const words = present.map(({ text }) => text).join(', ');
  return (
    <span className="sl-share">
      <span
        className="sl-share-bar"
        role="img"
        aria-label={words ? `${label}: ${words}` : label}
        title={words}
      >
        {present.map(({ key, value, tone }) => (
          <i key={key} data-tone={tone} style={{ flexGrow: value }} />
        ))}
      </span>
      {!bare && (
        <span className="sl-share-legend" aria-hidden="true">
          {present.map(({ key, tone, icon, text }) => (
            <StateMark key={key} tone={tone} icon={icon} word={text} />
          ))}
        </span>
      )}
    </span>
  );
}
