import { accountCalls, type AccountSide, type InitialPassword } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { CompanyField } from './company-field.tsx';
import { ContactFields } from './contact-fields.tsx';
import { GrantFields } from './grant-fields.tsx';
import { defaultCompany } from '../default-company.ts';
import { NameField } from './name-field.tsx';
import { OneTimePassword } from './one-time-password.tsx';

interface CreatedAccount extends InitialPassword {
  name: string;
  username: string;
}

interface Props {
  side: AccountSide;
  /** The company of the new account, if the address names one. */
  companyId: string | null;
  onClose: () => void;
}

/** Adds an account, then shows its initial password once. */
export function AccountCreateDialog({ side, companyId, onClose }: Props) {
  const { t } = useTranslation('people/accounts');
  const [created, setCreated] = useState<CreatedAccount | null>(null);
  if (created)
    return (
      <OneTimePassword name={created.name} username={created.username} initial={created} onClose={onClose} />
    );
  return (
    <FormDialog
      title={t('addTitle')}
      call={accountCalls.register}
      submit={t('add')}
      initial={{
        ...defaultCompany(side),
        ...(companyId !== null && { companyId }),
        roleType: 3,
        staffKind: 'MEMBER',
        email: '',
        phone: '',
      }}
      done={null}
      after={({ account: { nickname: name, username }, password, until }) =>
        setCreated({ name, username, password, until })
      }
      onClose={onClose}
    >
      <Form.Item name="username" label={t('username')} extra={t('usernameHint')}>
        <Input autoFocus maxLength={60} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <NameField />
      {side === 'OUTER' && <CompanyField />}
      <GrantFields side={side} staffKind />
      <ContactFields />
    </FormDialog>
  );
}
