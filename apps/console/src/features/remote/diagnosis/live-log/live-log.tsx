import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { CopyButton } from '../../../../kit/ui/copy-button.tsx';
import { emptyBuffer, lineOf, matching, type LogBuffer, type LogFilter } from './log-buffer.ts';
import { LogLines } from './log-lines.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import { LogState } from './log-state.tsx';
import { useLiveLog } from './use-live-log.ts';

interface Props {
  deviceId: string;
  name: string;
  online: boolean;
}

const copyOf = (entries: LogBuffer['entries']) =>
  entries
    .filter(({ skipped }) => skipped === 0)
    .map(lineOf)
    .join('\n');

/** The log of a robot as it writes it: filtered, paused, marked and copied here. */
export function LiveLog({ deviceId, name, online }: Props) {
  const { t } = useTranslation('remote/diagnosis');
  const { buffer, state, refusal, again, clear } = useLiveLog(deviceId);
  const [filter, setFilter] = useState<LogFilter>({ from: null, text: '' });
  /** What was there when it was paused; null while it runs. */
  const [paused, setPaused] = useState<LogBuffer | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const { entries } = paused ?? buffer;
  const rows = useMemo(() => matching(entries, filter), [entries, filter]);
  const markedRows = entries.filter(({ n }) => marked.has(n));
  // Stable, because every row depends on it.
  const mark = useCallback(
    (n: number) => setMarked((present) => present.symmetricDifference(new Set([n]))),
    [],
  );
  const empty = () => {
    clear();
    setMarked(new Set());
    setPaused((present) => present && emptyBuffer);
  };
  return (
    <section className="dg-log" aria-label={t('log.title', { name })}>
      <LogToolbar filter={filter} onChange={setFilter}>
        <Button
          icon={paused ? 'play' : 'pause'}
          aria-pressed={paused !== null}
          onClick={() => setPaused(paused ? null : buffer)}
        >
          {t(paused ? 'log.resume' : 'log.pause')}
        </Button>
        <Button look="quiet" icon="trash" onClick={empty}>
          {t('log.clear')}
        </Button>
        {markedRows.length > 0 && (
          <>
            <CopyButton text={() => Promise.resolve(copyOf(markedRows))} look="plain">
              {t('log.copyMarked', { count: markedRows.length })}
            </CopyButton>
            <Button look="quiet" icon="close" onClick={() => setMarked(new Set())}>
              {t('log.unmark')}
            </Button>
          </>
        )}
        <CopyButton text={() => Promise.resolve(copyOf(rows))} look="plain">
          {t('log.copyAll')}
        </CopyButton>
      </LogToolbar>
      <LogState state={state} refusal={refusal} name={name} online={online} onAgain={again} />
      {paused && (
        <p className="dg-log-paused" role="status">
          {t('log.waiting', {
            count: buffer.count - paused.count,
            number: formatNumber(buffer.count - paused.count),
          })}
        </p>
      )}
      <LogLines rows={rows} filter={filter} marked={marked} isPaused={paused !== null} onMark={mark} />
    </section>
  );
}
