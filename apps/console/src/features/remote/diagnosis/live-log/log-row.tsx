import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatNumber, formatTimeExact } from '../../../../kit/format/format.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';
import type { LogEntry } from './log-buffer.ts';

interface Props {
  id: string;
  entry: LogEntry;
  /** The searched text, which is highlighted. */
  find: string;
  isMarked: boolean;
  isActive: boolean;
}

const tones: Record<string, string> = { FATAL: 'fault', ERROR: 'fault', WARN: 'waiting' };

/** One line of the live log. Rows are many, so that each is rendered again only when it changes. */
export const LogRow = memo(function LogRow({ id, entry, find, isMarked, isActive }: Props) {
  const { t } = useTranslation('remote/diagnosis');
  const { at, level, module, text, skipped } = entry;
  if (skipped > 0) {
    return (
      <div id={id} role="option" aria-selected={false} aria-disabled className="dg-log-skipped">
        {t('log.skipped', { count: skipped, number: formatNumber(skipped) })}
      </div>
    );
  }
  return (
    <div
      id={id}
      role="option"
      // The list has the focus.
      tabIndex={-1}
      aria-selected={isMarked}
      data-n={entry.n}
      className="dg-log-row"
      data-active={isActive || undefined}
      data-tone={tones[level]}
    >
      <span className="dg-log-mark">{isMarked && <Icon name="bookmark" size={14} />}</span>
      <time dateTime={at} title={formatTimeExact(at)}>
        {at && formatClock(at, true)}
      </time>
      <b>{level}</b>
      <i>{module}</i>
      <code>
        <Found text={text} find={find} />
      </code>
    </div>
  );
});

/** A text with the places of the searched text. */
function Found({ text, find }: { text: string; find: string }) {
  const at = find ? text.toLowerCase().indexOf(find.toLowerCase()) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + find.length)}</mark>
      {text.slice(at + find.length)}
    </>
  );
}
