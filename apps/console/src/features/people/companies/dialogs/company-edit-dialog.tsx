import { companyCalls, type Company } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import type { ActProps } from '../company-address.ts';
import { CompanyFields } from './company-fields.tsx';
import { useCompany } from '../use-company.ts';

/** A tree node has only some fields: the dialog loads the rest first, so that no older value is saved. */
export function CompanyEditDialog({ company, onClose }: ActProps) {
  const { data } = useCompany(company.id);
  return data ? <EditForm company={data.company} onClose={onClose} /> : null;
}

function EditForm({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation('people/companies');
  const { id, version, name, code, region, location, contactName, contactPhone, contactEmail } = company;
  const { scenario, rating, feature, sales, fae } = company;
  const links = company.acts.includes('link');
  const values = {
    name,
    code,
    region,
    location,
    contactName,
    contactPhone,
    contactEmail,
    scenario,
    rating,
    feature,
  };
  return (
    <FormDialog
      title={t('editTitle', { name })}
      call={companyCalls.update}
      submit={t('save')}
      initial={{
        id,
        version,
        ...values,
        ...(links && { salesId: sales?.id ?? null, faeId: fae?.id ?? null }),
      }}
      done={t('saved', { name })}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('name')}>
        <Input autoFocus maxLength={60} />
      </Form.Item>
      <CompanyFields links={links} />
    </FormDialog>
  );
}
