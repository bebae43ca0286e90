import { agreementAudiences, agreementKinds } from '@sweepline/contract';
import { Form, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput } from '../../../kit/form/date-input.tsx';
import { clockOf, dayOf, momentAt } from '../../../kit/format/days.ts';
import { regionChoices } from './region-names.ts';

/** An empty field is the moment of the publication. */
const momentOf = (text: string): string | null => {
  const [day = '', clock = ''] = text.split('T');
  return day === '' ? null : momentAt(day, clock);
};
const textOf = (moment: string | null) => ({ value: moment && `${dayOf(moment)}T${clockOf(moment)}` });

/** What an agreement is, for whom and from when, and what its publication asks. Kind and region are those of its earlier versions. */
export function AgreementFields({ isStored }: { isStored: boolean }) {
  const { t } = useTranslation('knowledge/agreements');
  const choices = useMemo(() => [{ value: '', label: t('everywhere') }, ...regionChoices()], [t]);
  const effects = [
    { value: true, label: t('isMaterial') },
    { value: false, label: t('isNotice') },
  ];
  return (
    <>
      <Form.Item name="kind" label={t('kindTitle')}>
        <Select
          disabled={isStored}
          options={agreementKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="region" label={t('region')} extra={t('regionHint')}>
        <Select disabled={isStored} showSearch optionFilterProp="label" options={choices} />
      </Form.Item>
      <Form.Item name="audiences" label={t('audienceTitle')}>
        <Select
          mode="multiple"
          options={agreementAudiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="isMaterial" label={t('effectTitle')} extra={t('effectHint')}>
        <Select options={effects} />
      </Form.Item>
      <Form.Item
        name="validFrom"
        label={t('validFrom')}
        extra={t('validFromHint')}
        getValueProps={textOf}
        getValueFromEvent={momentOf}
      >
        <DateInput kind="moment" />
      </Form.Item>
    </>
  );
}
