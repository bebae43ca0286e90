import { Icon } from '../../../kit/ui/icon.tsx';
import type { IconName } from '../../../kit/ui/icons.ts';
import { RichText } from '../../../kit/ui/rich-text.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import type { BellItem } from './bell-item.ts';
import { levelTone } from '../../../shared/words/level-tone.ts';

const glyphs: Record<BellItem['kind'], IconName> = { system: 'info', device: 'robot', alarm: 'alert' };

const toneOf = ({ kind, level }: Pick<BellItem, 'kind' | 'level'>): Tone =>
  kind !== 'alarm' ? 'moving' : levelTone(level);

export const BellGlyph = (item: Pick<BellItem, 'kind' | 'level'>) => (
  <span className={`bell-glyph sl-tone-${toneOf(item)}`}>
    <Icon name={glyphs[item.kind]} size={16} strokeWidth={2} />
  </span>
);

/** Text in the reader's language: the content of a notice, or the translated code of an alarm. */
export function BellWords({ html, alarm }: Pick<BellItem, 'html' | 'alarm'>) {
  const { word } = useWords();
  if (!alarm) return <RichText className="bell-words" html={html ?? ''} />;
  const name = word('alarm', alarm.code);
  const times = alarm.count > 1 ? ` × ${alarm.count}` : '';
  return <div className="bell-words">{(name === alarm.code ? alarm.name || alarm.code : name) + times}</div>;
}
