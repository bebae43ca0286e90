import { articleAudiences, articleCategoryCalls, companyTypes, packageModels } from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { session } from '../../../kit/api/session.ts';
import { DayField } from '../../../kit/form/day-field.tsx';
import { currentLang } from '../../../kit/format/lang.ts';
import { useWords } from '../../../shared/words/use-words.ts';

/** An empty field is no limit. */
const orNone = (event: { target: { value: string } }) => event.target.value.trim() || null;

/** What an article is about, for whom it is, and when it is reviewed. */
export function ArticleFields() {
  const { t } = useTranslation('knowledge/articles');
  const { word } = useWords();
  const { data } = useQuery(callQuery(articleCategoryCalls.list, { pageSize: 99 }));
  const categories = (data?.list ?? []).map(({ id, names }) => ({ value: id, label: names[currentLang()] }));
  const codes = useMemo(
    () => Object.keys(alarmCodes).map((code) => ({ value: code, label: `${code} ${word('alarm', code)}` })),
    [word],
  );
  const isProvider = session.user()?.companyType === companyTypes.provider;
  const audiences = articleAudiences.filter((audience) => audience !== 'INTERNAL' || isProvider);
  return (
    <>
      <Form.Item name="audience" label={t('audienceTitle')} extra={t('audienceHint')}>
        <Select options={audiences.map((value) => ({ value, label: t(`audience.${value}`) }))} />
      </Form.Item>
      <Form.Item name="categoryId" label={t('category')}>
        <Select allowClear options={categories} placeholder={t('noCategory')} />
      </Form.Item>
      <Form.Item name="alarmCodes" label={t('alarmCodes')}>
        <Select mode="multiple" optionFilterProp="label" options={codes} />
      </Form.Item>
      <Form.Item name="models" label={t('models')} extra={t('modelsHint')}>
        <Select mode="multiple" options={packageModels.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <div className="article-versions">
        <Form.Item name="fromVersion" label={t('fromVersion')} getValueFromEvent={orNone}>
          <Input maxLength={40} placeholder="3.4.0" />
        </Form.Item>
        <Form.Item name="toVersion" label={t('toVersion')} getValueFromEvent={orNone}>
          <Input maxLength={40} placeholder="3.6.0" />
        </Form.Item>
      </div>
      <Form.Item name="tags" label={t('tags')}>
        <Select mode="tags" open={false} suffixIcon={null} />
      </Form.Item>
      <Form.Item name="synonyms" label={t('synonyms')} extra={t('synonymsHint')}>
        <Select mode="tags" open={false} suffixIcon={null} />
      </Form.Item>
      <DayField name="reviewAt" label={t('reviewAt')} hint={t('reviewHint')} end />
    </>
  );
}
