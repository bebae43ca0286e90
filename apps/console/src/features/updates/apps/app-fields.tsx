import { appCategories, appPlatforms, packageModels, type AppDetail } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCompanyChoices } from '../../../shared/company-filter/use-company-choices.ts';

interface Props {
  isNew: boolean;
  /** The stored choice: the options are a part of all companies. */
  companies: AppDetail['companies'];
}

/** What an app is, and for whom. */
export function AppFields({ isNew, companies }: Props) {
  const { t } = useTranslation('updates/apps');
  const { options, search } = useCompanyChoices();
  const isOption = (id: string) => options.some(({ value }) => value === id);
  const stored = companies.flatMap(({ id, name }) => (isOption(id) ? [] : { value: id, label: name }));
  return (
    <>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="packageId" label={t('packageId')} extra={isNew && t('packageIdHint')}>
        <Input maxLength={120} disabled={!isNew} placeholder="com.example.screen" />
      </Form.Item>
      <Form.Item name="platform" label={t('platformTitle')}>
        <Select
          disabled={!isNew}
          options={appPlatforms.map((value) => ({ value, label: t(`platform.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="category" label={t('categoryTitle')}>
        <Select options={appCategories.map((value) => ({ value, label: t(`category.${value}`) }))} />
      </Form.Item>
      <Form.Item name="models" label={t('models')} extra={t('modelsHint')}>
        <Select mode="multiple" options={packageModels.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="publisher" label={t('publisher')}>
        <Input maxLength={80} />
      </Form.Item>
      <Form.Item name="companyIds" label={t('companies')} extra={t('companiesHint')}>
        <Select
          mode="multiple"
          options={[...stored, ...options]}
          showSearch={{ onSearch: search, filterOption: false }}
        />
      </Form.Item>
    </>
  );
}
