import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import type { Tone } from './theme.ts';

interface Props {
  tone: Tone;
  icon: IconName;
  /** The text of the state. Colour and icon are never used without it. */
  word: string;
}

/** A state with a coloured icon and its text. */
export const StateMark = ({ tone, icon, word }: Props) => (
  <span className={`sl-state sl-tone-${tone}`}>
    <Icon name={icon} size={15} strokeWidth={2.1} />
    <span>{word}</span>
  </span>
);
