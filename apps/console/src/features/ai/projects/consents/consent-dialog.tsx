import { aiConsentCalls, aiConsentPurposes, siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { addDays, dayEnd, dayOf } from '../../../../kit/format/days.ts';
import { DayField } from '../../../../kit/form/day-field.tsx';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { CameraField } from '../dialogs/project-fields.tsx';

const usualDays = 365;

/** Agrees to images of a site: for what, of which cameras and until when. */
export function ConsentDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ai/projects');
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  const [until] = useState(() => dayEnd(addDays(dayOf(new Date()), usualDays)));
  return (
    <FormDialog
      title={t('consentTitle')}
      call={aiConsentCalls.add}
      initial={{ purpose: 'OWN', cameras: ['DOWN'], until }}
      submit={t('giveConsent')}
      done={t('consentGiven')}
      also={['aiProjects']}
      onClose={onClose}
    >
      <p>{t('consentHint')}</p>
      <Form.Item name="siteId" label={t('site')}>
        <Select
          showSearch
          optionFilterProp="label"
          options={sites.map(({ id, name, companyName }) => ({
            value: id,
            label: `${name} · ${companyName}`,
          }))}
        />
      </Form.Item>
      <Form.Item name="purpose" label={t('consentPurpose')}>
        <Select options={aiConsentPurposes.map((value) => ({ value, label: t(`purposes.${value}`) }))} />
      </Form.Item>
      <CameraField />
      <DayField name="until" label={t('until')} end ahead />
    </FormDialog>
  );
}
