import { accessCalls, isCode, kindOfCode, ancestorsOf } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { usePermissionNames } from '../../../shared/permissions/use-permission-names.ts';

/** The action in question: a permission, found by name, code or opened call, or a call by its path. */
export function ActionChoice({ value, onChange }: { value: string; onChange: (action: string) => void }) {
  const { t } = useTranslation('people/access');
  const { nameOf } = usePermissionNames();
  const id = useId();
  const query = useQuery(callQuery(accessCalls.actions, {}));
  const options = useMemo(() => {
    const { actions = [], open = [], superAdmin = [] } = query.data ?? {};
    const codes = actions
      .filter(({ code }) => isCode(code) && kindOfCode(code) !== 'menu')
      .map(({ code, calls }) => {
        const path = isCode(code) ? ancestorsOf(code).map(nameOf) : [];
        return {
          value: code,
          label: [...path.slice(-1), nameOf(code)].join(' › '),
          text: `${code} ${calls.join(' ')}`,
        };
      });
    const calls = [...new Set([...actions.flatMap((action) => action.calls), ...open, ...superAdmin])]
      .sort()
      .map((path) => ({ value: path, label: path, text: '' }));
    return [
      { label: t('permissions'), options: codes },
      { label: t('calls'), options: calls },
    ];
  }, [query.data, nameOf, t]);
  return (
    <div>
      <label htmlFor={id}>{t('action')}</label>
      <Select
        id={id}
        value={value || null}
        placeholder={t('searchAction')}
        showSearch={{
          filterOption: (typed, option) =>
            option !== undefined &&
            'text' in option &&
            `${String(option.label)} ${String(option['text'])}`
              .toLocaleLowerCase()
              .includes(typed.toLocaleLowerCase()),
        }}
        options={options}
        onChange={(next) => onChange(next ?? '')}
      />
    </div>
  );
}
