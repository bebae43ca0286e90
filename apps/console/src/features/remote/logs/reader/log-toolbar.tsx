import { logLevels } from '@sweepline/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentField } from '../../../../kit/form/moment-field.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import type { LogFilter } from './use-log-filter.ts';

interface Props {
  filter: LogFilter;
  modules: readonly string[];
  onChange: (changes: Partial<LogFilter>) => void;
}

/** Search, level, module and time of the lines. */
export function LogToolbar({ filter, modules, onChange }: Props) {
  const { t } = useTranslation('remote/logs');
  const [keyword, setKeyword] = useState(filter.keyword);
  const names = [...new Set([...modules, ...(filter.module ? [filter.module] : [])])];
  return (
    <form
      className="log-toolbar"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ keyword: keyword.trim() });
      }}
    >
      <input
        type="search"
        className="sl-input"
        placeholder={t('searchLines')}
        aria-label={t('searchLines')}
        maxLength={100}
        value={keyword}
        onChange={({ target }) => {
          setKeyword(target.value);
          // The cross of the field empties it without a submit.
          if (target.value === '') onChange({ keyword: '' });
        }}
      />
      <Button type="submit" icon="search" aria-label={t('search')} />
      <Select
        mode="multiple"
        aria-label={t('level')}
        placeholder={t('level')}
        value={filter.levels}
        onChange={(levels) => onChange({ levels })}
        options={logLevels.map((value) => ({ value, label: value }))}
        maxTagCount="responsive"
        className="log-level-filter"
      />
      <Select
        allowClear
        showSearch
        aria-label={t('module')}
        placeholder={t('module')}
        value={filter.module || null}
        onChange={(module: string | null | undefined) => onChange({ module: module ?? '' })}
        options={names.map((value) => ({ value, label: value }))}
        className="log-module-filter"
      />
      <MomentField
        aria-label={t('time')}
        {...(filter.at && { value: filter.at })}
        onChange={(at) => onChange({ at })}
      />
      {filter.at && (
        <Button look="quiet" onClick={() => onChange({ at: '' })}>
          {t('fromStart')}
        </Button>
      )}
    </form>
  );
}
