import type { DeviceLog, LogLine } from '@sweepline/contract';
import { useEffect, useRef, type Ref, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTimeExact } from '../../../../kit/format/format.ts';
import { usePageKeys } from '../../../../kit/keys/page-keys.ts';
import { keyboardScroll } from '../../../../kit/list/keyboard-scroll.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import type { LogFilter } from './use-log-filter.ts';
import { useLogLines } from './use-log-lines.ts';

interface Props {
  log: DeviceLog;
  filter: LogFilter;
  onTime: (at: string) => void;
}

/** Distance from the end in pixels at which the next lines are read. */
const nearEnd = 600;
const tones: Record<string, string> = { FATAL: 'fault', ERROR: 'fault', WARN: 'waiting' };

/** The line that the time of the address leads to. */
const lineAt = (lines: readonly LogLine[], at: string) =>
  at === '' ? undefined : lines.find((line) => line.at !== null && line.at >= at);

/** The lines, which the arrow and page keys scroll. The next ones are read at the end. */
export function LogLines({ log, filter, onTime }: Props) {
  const { t } = useTranslation('remote/logs');
  const { lines, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch, searches } = useLogLines(
    log.id,
    filter,
  );
  const chosen = lineAt(lines, filter.at);
  const chosenRow = useRef<HTMLLIElement>(null);
  useEffect(() => chosenRow.current?.scrollIntoView?.({ block: 'center' }), [chosen?.n]);
  usePageKeys(t('title'), [{ text: t('scrollKeys'), keys: 'ArrowUp / ArrowDown / PageUp / PageDown' }]);

  if (error && lines.length === 0) return <Failure error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton lines={12} />;
  if (lines.length === 0 && !hasNextPage)
    return <Empty icon="search" title={t('noLines')} hint={t('noLinesHint')} />;
  const readOn = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    if (hasNextPage && !isFetching && scrollHeight - scrollTop - clientHeight < nearEnd) void fetchNextPage();
  };
  return (
    <div className="log-lines" ref={keyboardScroll} role="region" aria-label={t('lines')} onScroll={readOn}>
      <ol>
        {lines.map((line) => (
          <LineRow
            key={line.n}
            line={line}
            isChosen={line === chosen}
            row={line === chosen ? chosenRow : undefined}
            onTime={onTime}
          />
        ))}
      </ol>
      <footer aria-live="polite">
        <small>{t('count', { count: lines.length, number: formatNumber(lines.length) })}</small>
        {hasNextPage ? (
          <Button busy={isFetching} onClick={() => void fetchNextPage()}>
            {t(searches ? 'searching' : 'more')}
          </Button>
        ) : (
          <small>{t('end')}</small>
        )}
      </footer>
    </div>
  );
}

interface RowProps {
  line: LogLine;
  isChosen: boolean;
  row: Ref<HTMLLIElement> | undefined;
  onTime: (at: string) => void;
}

const LineRow = ({ line: { at, level, module, text }, isChosen, row, onTime }: RowProps) => {
  const { t } = useTranslation('remote/logs');
  return (
    <li
      {...(row && { ref: row })}
      className={`log-line log-tone-${tones[level] ?? 'plain'}`}
      aria-current={isChosen || undefined}
    >
      {at === null ? (
        <span />
      ) : (
        <button type="button" title={t('linkToTime')} onClick={() => onTime(at)}>
          <time dateTime={at}>{formatTimeExact(at)}</time>
        </button>
      )}
      <b>{level}</b>
      <i>{module}</i>
      <code>{text}</code>
    </li>
  );
};
