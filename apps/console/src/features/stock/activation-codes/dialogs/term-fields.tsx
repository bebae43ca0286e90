import { activationCodeCalls, usageTypes } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { DayField } from '../../../../kit/form/day-field.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { useCodeWords } from '../use-code-words.ts';

type Term = 'forGood' | 'days' | 'day';
const usualDays = 365;

/** The terms of a code: the type of use and its period. */
export function TermFields({ first }: { first: Term }) {
  const { t } = useTranslation('stock/activation-codes');
  const words = useCodeWords();
  const form = Form.useFormInstance();
  const [term, setTerm] = useState<Term>(first);
  const change = (next: Term) => {
    setTerm(next);
    form.setFieldsValue({ useDays: next === 'days' ? usualDays : null, useUntil: null });
  };
  return (
    <>
      <Form.Item name="usageType" label={t('usage')}>
        <Select options={words.choices('usages', usageTypes)} />
      </Form.Item>
      <Form.Item label={t('period')} extra={t('periodHint')}>
        <Segments
          label={t('period')}
          value={term}
          options={[
            { value: 'forGood', text: t('forGood') },
            { value: 'days', text: t('inDays') },
            { value: 'day', text: t('toDay') },
          ]}
          onChange={change}
        />
      </Form.Item>
      {term === 'days' && (
        <Form.Item name="useDays" label={t('useDays')}>
          <InputNumber min={1} max={36_500} precision={0} className="code-number" />
        </Form.Item>
      )}
      {term === 'day' && <DayField name="useUntil" label={t('useUntil')} end ahead />}
      <DayField name="validUntil" label={t('validUntil')} hint={t('validHint')} end ahead />
    </>
  );
}

/** The account that is notified before the use period ends; only accounts that see the company are offered. */
export function NoticeField({
  companyId,
  current,
}: {
  companyId: string;
  current?: { id: string; name: string } | null;
}) {
  const { t } = useTranslation('stock/activation-codes');
  const [keyword, setKeyword] = useState('');
  const query = useQuery({
    ...callQuery(activationCodeCalls.people, { companyId, ...(keyword && { keyword }), pageSize: 50 }),
    placeholderData: keepPreviousData,
  });
  const people = (query.data?.list ?? []).map(({ id, name, username }) => ({
    value: id,
    label: `${name} · ${username}`,
  }));
  const options =
    current && !people.some(({ value }) => value === current.id)
      ? [...people, { value: current.id, label: current.name }]
      : people;
  return (
    <Form.Item
      name="noticeToId"
      label={t('noticeTo')}
      extra={t('noticeHint')}
      normalize={(value?: string) => value ?? null}
    >
      <Select allowClear showSearch={{ onSearch: setKeyword, filterOption: false }} options={options} />
    </Form.Item>
  );
}
