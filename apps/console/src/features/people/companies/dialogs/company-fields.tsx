import { companyFeatures } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { RatingInput } from '../rating.tsx';
import { useRegions, useScenarios, useStaff } from '../use-choices.ts';

/** One value, chosen or typed. The field uses lists, the call a string. */
const asList = (value: unknown) => ({ value: typeof value === 'string' && value ? [value] : [] });
const asText = (values: string[]) => values.at(-1)?.trim().slice(0, 40) ?? '';

/** The editable fields of a company, for adding and editing. */
export function CompanyFields({ links }: { links: boolean }) {
  const { t } = useTranslation('people/companies');
  const regions = useRegions();
  const scenarios = useScenarios();
  const features = Object.values(companyFeatures).map((value) => ({ value, label: t(`features.${value}`) }));
  return (
    <>
      <Form.Item
        name="code"
        label={t('code')}
        extra={t('codeHint')}
        normalize={(value: string) => value.toUpperCase() || undefined}
      >
        <Input maxLength={6} />
      </Form.Item>
      <Form.Item name="region" label={t('region')} normalize={(value?: string) => value ?? ''}>
        <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={regions} />
      </Form.Item>
      <Form.Item name="location" label={t('location')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="contactName" label={t('contact')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="contactPhone" label={t('phone')}>
        <Input maxLength={40} inputMode="tel" />
      </Form.Item>
      <Form.Item name="contactEmail" label={t('email')}>
        <Input maxLength={100} inputMode="email" />
      </Form.Item>
      <Form.Item
        name="scenario"
        label={t('scenario')}
        extra={t('scenarioHint')}
        getValueProps={asList}
        normalize={asText}
      >
        <Select mode="tags" options={scenarios} optionFilterProp="label" allowClear />
      </Form.Item>
      <Form.Item name="rating" label={t('rating')}>
        <RatingInput />
      </Form.Item>
      <Form.Item name="feature" label={t('feature')}>
        <Select options={features} />
      </Form.Item>
      {links && (
        <>
          <StaffField name="salesId" kind="SALES" label={t('sales')} />
          <StaffField name="faeId" kind="FAE" label={t('fae')} />
        </>
      )}
    </>
  );
}

interface StaffProps {
  name: 'salesId' | 'faeId';
  kind: 'SALES' | 'FAE';
  label: string;
}

function StaffField({ name, kind, label }: StaffProps) {
  const { options, search } = useStaff(kind);
  return (
    <Form.Item name={name} label={label} normalize={(value?: string) => value ?? null}>
      <Select allowClear showSearch={{ onSearch: search, filterOption: false }} options={options} />
    </Form.Item>
  );
}
