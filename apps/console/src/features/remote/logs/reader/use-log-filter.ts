import { logLevels, type LogLevel } from '@sweepline/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

export interface LogFilter {
  file: string;
  levels: LogLevel[];
  module: string;
  keyword: string;
  /** The time that the reading begins at; empty for the beginning. */
  at: string;
}

const isLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text);

/** The filter of the lines. It is in the address, so that a link leads to the same lines. */
export function useLogFilter(): [filter: LogFilter, set: (changes: Partial<LogFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = useMemo<LogFilter>(() => {
    const at = params.get('at') ?? '';
    return {
      file: params.get('file') ?? '',
      levels: params.getAll('level').filter(isLevel),
      module: params.get('module') ?? '',
      keyword: params.get('keyword') ?? '',
      at: Number.isNaN(Date.parse(at)) ? '' : new Date(at).toISOString(),
    };
  }, [params]);
  const set = ({ levels, ...texts }: Partial<LogFilter>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (levels) {
          next.delete('level');
          for (const level of levels) next.append('level', level);
        }
        for (const [name, value] of Object.entries(texts))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [filter, set];
}
