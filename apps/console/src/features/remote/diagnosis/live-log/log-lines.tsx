import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../kit/format/format.ts';
import { usePageKeys } from '../../../../kit/keys/page-keys.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import type { LogEntry, LogFilter } from './log-buffer.ts';
import { LogRow } from './log-row.tsx';

interface Props {
  rows: readonly LogEntry[];
  filter: LogFilter;
  marked: ReadonlySet<number>;
  isPaused: boolean;
  onMark: (n: number) => void;
}

/** Pixels from the end within which the list follows it. */
const nearEnd = 40;
const pageRows = 20;
const steps: Record<string, number> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -pageRows,
  PageDown: pageRows,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The lines as a list of which several can be marked. It follows the end until the reader scrolls up. */
export function LogLines({ rows, filter, marked, isPaused, onMark }: Props) {
  const { t } = useTranslation('remote/diagnosis');
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const [activeN, setActiveN] = useState<number | null>(null);
  usePageKeys(t('log.keys'), [
    { text: t('log.keyMove'), keys: 'ArrowUp / ArrowDown / PageUp / PageDown' },
    { text: t('log.keyMark'), keys: 'Space' },
    { text: t('log.keyEnd'), keys: 'End' },
  ]);
  const lastN = rows.at(-1)?.n;
  useEffect(() => {
    if (follows && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [follows, lastN]);

  const press = ({ target }: MouseEvent) => {
    const row = target instanceof Element && target.closest('[data-n]');
    // Selecting a part of a line is no press.
    if (row instanceof HTMLElement && document.getSelection()?.isCollapsed !== false)
      onMark(Number(row.dataset.n));
  };
  const move = (event: KeyboardEvent) => {
    const present = rows.findIndex(({ n }) => n === activeN);
    if (event.key === ' ' && present >= 0) onMark(rows[present]!.n);
    else if (steps[event.key] === undefined || rows.length === 0) return;
    else {
      const from = present < 0 ? rows.length : present;
      const next = Math.min(rows.length - 1, Math.max(0, from + (steps[event.key] ?? 0)));
      setActiveN(rows[next]!.n);
      setFollows(event.key === 'End');
      list.current
        ?.querySelector(`#${CSS.escape(`${id}-${rows[next]!.n}`)}`)
        ?.scrollIntoView?.({ block: 'nearest' });
    }
    event.preventDefault();
  };
  const isActive = rows.some(({ n }) => n === activeN);
  return (
    <div className="dg-log-frame">
      <div
        className="dg-log-lines"
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-multiselectable
        aria-label={t('log.lines')}
        aria-activedescendant={isActive ? `${id}-${activeN}` : undefined}
        onClick={press}
        onKeyDown={move}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setFollows(scrollHeight - scrollTop - clientHeight < nearEnd)
        }
      >
        {rows.map((entry) => (
          <LogRow
            key={entry.n}
            id={`${id}-${entry.n}`}
            entry={entry}
            find={filter.text}
            isMarked={marked.has(entry.n)}
            isActive={entry.n === activeN}
          />
        ))}
      </div>
      <LinesEnd
        count={rows.length}
        isFiltered={filter.text !== '' || filter.from !== null}
        {...(!follows && !isPaused && { onFollow: () => setFollows(true) })}
      />
    </div>
  );
}

interface EndProps {
  count: number;
  isFiltered: boolean;
  /** Left out while the list follows the end. */
  onFollow?: () => void;
}

/** What is below the lines: their number, or why there are none. */
function LinesEnd({ count, isFiltered, onFollow }: EndProps) {
  const { t } = useTranslation('remote/diagnosis');
  return (
    <>
      {count === 0 && (
        <Empty
          icon="report"
          title={t(isFiltered ? 'log.noMatch' : 'log.none')}
          hint={t(isFiltered ? 'log.noMatchHint' : 'log.noneHint')}
        />
      )}
      <footer>
        <small>{t('log.count', { count, number: formatNumber(count) })}</small>
        {onFollow && (
          <Button icon="down" onClick={onFollow}>
            {t('log.follow')}
          </Button>
        )}
      </footer>
    </>
  );
}
