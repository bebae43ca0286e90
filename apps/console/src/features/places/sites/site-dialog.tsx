import { timeZoneNames } from '@sweepline/contract/robot';
import { sitePlanCalls, type SiteDetail, type SiteRow } from '@sweepline/contract';
import { Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { readerZone } from '../../../kit/format/reader.ts';
import { session } from '../../../kit/api/session.ts';
import { useCompanyChoices } from '../../../shared/company-filter/use-company-choices.ts';

interface Props {
  /** The site to edit. Without it the dialog creates one. */
  site?: Omit<SiteRow, 'floors'>;
  onSaved?: (site: SiteDetail) => void;
  onClose: () => void;
}

const zones = timeZoneNames.map((name) => ({ value: name, label: name }));

/** Dialog for the name, address, time zone and position of a site. */
export function SiteDialog({ site, onSaved, onClose }: Props) {
  const { t } = useTranslation('places/sites');
  const options = {
    also: ['sites'],
    after: (result: SiteDetail) => {
      onSaved?.(result);
      onClose();
    },
    onClose,
  };
  if (site) {
    const { id, version, name, address, timezone, latitude, longitude } = site;
    return (
      <FormDialog
        {...options}
        title={t('editTitle', { name })}
        call={sitePlanCalls.update}
        initial={{ id, version, name, address, timezone, latitude, longitude }}
        submit={t('save')}
        done={t('saved', { name })}
      >
        <SiteFields />
      </FormDialog>
    );
  }
  return <NewSite {...options} />;
}

function NewSite(
  props: Pick<Parameters<typeof SiteDialog>[0], 'onClose'> & {
    after: (result: SiteDetail) => void;
    also: string[];
  },
) {
  const { t } = useTranslation('places/sites');
  const { options, search } = useCompanyChoices();
  const companyId = session.user()?.companyId;
  return (
    <FormDialog
      {...props}
      title={t('add')}
      call={sitePlanCalls.create}
      initial={{ ...(companyId && { companyId }), address: '', timezone: readerZone() }}
      submit={t('add')}
      done={null}
    >
      {options.length > 1 && (
        <Form.Item name="companyId" label={t('company')}>
          <Select showSearch filterOption={false} onSearch={search} options={options} />
        </Form.Item>
      )}
      <SiteFields />
    </FormDialog>
  );
}

function SiteFields() {
  const { t } = useTranslation('places/sites');
  return (
    <>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={60} autoFocus />
      </Form.Item>
      <Form.Item name="address" label={t('address')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="timezone" label={t('timezone')} extra={t('timezoneHint')}>
        <Select showSearch options={zones} />
      </Form.Item>
      <Form.Item name="latitude" label={t('latitude')} extra={t('placeHint')}>
        <InputNumber min={-90} max={90} step={0.0001} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="longitude" label={t('longitude')}>
        <InputNumber min={-180} max={180} step={0.0001} style={{ width: '100%' }} />
      </Form.Item>
    </>
  );
}
