import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import type { Tone } from './theme.ts';

interface Props {
  tone: Tone;
  icon: IconName;
  /** The word; colour and glyph never stand alone. */
  word: string;
}

/** A state: its glyph in its colour, its word in ink. */
export const StateMark = ({ tone, icon, word }: Props) => (
  <span className={`sl-state sl-tone-${tone}`}>
    <Icon name={icon} size={15} strokeWidth={2.1} />
    <span>{word}</span>
  </span>
);
