import { apiLimits, apiUserCalls, type ApiUser } from '@sweepline/contract';
import { Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../kit/api/session.ts';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { MomentField } from '../../../kit/form/moment-field.tsx';
import { useCompanyChoices } from '../../../shared/company-filter/use-company-choices.ts';
import './api-users.css';

interface Props {
  /** The API user to edit. Without it the dialog creates one. */
  user?: ApiUser;
  onAdded?: (user: ApiUser) => void;
  onClose: () => void;
}

const yearMs = 365 * 86_400_000;
const { callsPerDay, callsPerSecond } = apiLimits;

/** The fields of the form; the call accepts no others. */
const valuesOf = (user: ApiUser) => ({
  id: user.id,
  version: user.version,
  name: user.name,
  contactName: user.contactName,
  contactEmail: user.contactEmail,
  validFrom: user.validFrom,
  validUntil: user.validUntil,
  addresses: user.addresses,
  callsPerDay: user.callsPerDay,
  callsPerSecond: user.callsPerSecond,
});

function defaultValues(companyId: string) {
  const now = Date.now();
  return {
    companyId,
    name: '',
    contactName: '',
    contactEmail: '',
    addresses: [],
    validFrom: new Date(now).toISOString(),
    validUntil: new Date(now + yearMs).toISOString(),
    callsPerDay: callsPerDay.byDefault,
    callsPerSecond: callsPerSecond.byDefault,
  };
}

/** Creates or edits an API user: who answers for it, how long, from where and how much it may call. */
export function ApiUserDialog({ user, onAdded, onClose }: Props) {
  const { t } = useTranslation('api/users');
  const companyId = useSession()?.companyId ?? '';
  return user ? (
    <FormDialog
      title={t('editTitle', { name: user.name })}
      call={apiUserCalls.update}
      submit={t('save')}
      initial={valuesOf(user)}
      onClose={onClose}
    >
      <ApiUserFields />
    </FormDialog>
  ) : (
    <FormDialog
      title={t('addTitle')}
      call={apiUserCalls.add}
      submit={t('add')}
      initial={defaultValues(companyId)}
      after={(added) => {
        onClose();
        onAdded?.(added);
      }}
      onClose={onClose}
    >
      <CompanyField />
      <ApiUserFields />
    </FormDialog>
  );
}

/** Hidden while there is only one company to choose. */
function CompanyField() {
  const { t } = useTranslation('api/users');
  const { options, search } = useCompanyChoices();
  if (options.length < 2) return null;
  return (
    <Form.Item name="companyId" label={t('company')} extra={t('companyHint')}>
      <Select options={options} showSearch={{ onSearch: search, filterOption: false }} />
    </Form.Item>
  );
}

function ApiUserFields() {
  const { t } = useTranslation('api/users');
  return (
    <>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={60} autoComplete="off" placeholder={t('nameExample')} />
      </Form.Item>
      <div className="api-user-row">
        <Form.Item name="contactName" label={t('contact')}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="contactEmail" label={t('email')}>
          <Input maxLength={254} autoComplete="off" inputMode="email" />
        </Form.Item>
        <Form.Item name="validFrom" label={t('validFrom')}>
          <MomentField />
        </Form.Item>
        <Form.Item name="validUntil" label={t('validUntil')}>
          <MomentField />
        </Form.Item>
        <Form.Item name="callsPerDay" label={t('quota')} extra={t('quotaHint')}>
          <InputNumber min={callsPerDay.min} max={callsPerDay.max} precision={0} />
        </Form.Item>
        <Form.Item name="callsPerSecond" label={t('frequency')}>
          <InputNumber min={callsPerSecond.min} max={callsPerSecond.max} precision={0} />
        </Form.Item>
      </div>
      <Form.Item
        name="addresses"
        label={t('whitelist')}
        extra={t('whitelistHint', { most: apiLimits.addresses })}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',', ';', '\n']} />
      </Form.Item>
    </>
  );
}
