import type { LogLevel } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../../kit/ui/segments.tsx';
import type { LogFilter } from './log-buffer.ts';

const levels = ['INFO', 'WARN', 'ERROR'] as const satisfies readonly LogLevel[];

interface Props {
  filter: LogFilter;
  onChange: (filter: LogFilter) => void;
  children: ReactNode;
}

/** The lowest level and the text of the lines, then what can be done with them. */
export function LogToolbar({ filter, onChange, children }: Props) {
  const { t } = useTranslation('remote/diagnosis');
  return (
    <div className="dg-log-toolbar">
      <input
        type="search"
        className="sl-input"
        placeholder={t('log.search')}
        aria-label={t('log.search')}
        maxLength={100}
        value={filter.text}
        onChange={({ target }) => onChange({ ...filter, text: target.value })}
      />
      <Segments
        label={t('log.level')}
        value={filter.from ?? 'ALL'}
        options={[
          { value: 'ALL', text: t('log.all') },
          ...levels.map((value) => ({ value, text: `${value}+` })),
        ]}
        onChange={(value) => onChange({ ...filter, from: value === 'ALL' ? null : value })}
        onlyWay
      />
      {children}
    </div>
  );
}
