import { invitationCalls, langs, type AccountSide } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { currentLang, langNames } from '../../../../kit/format/lang.ts';
import { CompanyField } from '../dialogs/company-field.tsx';
import { GrantFields } from '../dialogs/grant-fields.tsx';
import { defaultCompany } from '../default-company.ts';
import { LinkDialog, type InvitationLink } from './link-dialog.tsx';

/** Invites a user to create an account, then shows the link to pass on. */
export function InviteDialog({ side, onClose }: { side: AccountSide; onClose: () => void }) {
  const { t } = useTranslation('people/accounts');
  const [link, setLink] = useState<(InvitationLink & { email: string }) | null>(null);
  if (link) return <LinkDialog email={link.email} link={link} onClose={onClose} />;
  return (
    <FormDialog
      title={t('inviteTitle')}
      call={invitationCalls.add}
      submit={t('invite')}
      initial={{ ...defaultCompany(side), roleType: 3, lang: currentLang() }}
      done={null}
      after={({ token, expiresAt, invitation: { email } }) => setLink({ token, expiresAt, email })}
      onClose={onClose}
    >
      <Form.Item name="email" label={t('email')} extra={t('inviteHint')}>
        <Input autoFocus type="email" maxLength={254} autoComplete="off" />
      </Form.Item>
      {side === 'OUTER' && <CompanyField />}
      <GrantFields side={side} />
      <Form.Item name="lang" label={t('lang')}>
        <Select options={langs.map((value) => ({ value, label: langNames[value] }))} />
      </Form.Item>
    </FormDialog>
  );
}
