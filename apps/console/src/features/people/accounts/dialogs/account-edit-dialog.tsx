import { accountCalls, sideOf, type Account } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { session } from '../../../../kit/api/session.ts';
import { ContactFields } from './contact-fields.tsx';
import { GrantFields } from './grant-fields.tsx';
import { NameField } from './name-field.tsx';

/** Edits the details and rights of an account. A user cannot change their own rights. */
export function AccountEditDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('people/accounts');
  const {
    id,
    version,
    nickname,
    phone,
    email,
    roleId,
    roleName,
    roleType,
    staffKind,
    companyId,
    companyType,
  } = account;
  const own = id === session.user()?.userId;
  return (
    <FormDialog
      title={t('editTitle', { name: nickname })}
      call={accountCalls.update}
      submit={t('save')}
      initial={{
        id,
        version,
        nickname,
        phone,
        email,
        ...(!own && { roleId: roleId ?? undefined, roleType, staffKind }),
      }}
      onClose={onClose}
    >
      <NameField />
      {own ? (
        <p>{t('ownRole')}</p>
      ) : (
        <GrantFields
          side={sideOf(companyType)}
          company={companyId}
          {...(roleId && { current: { value: roleId, label: roleName ?? roleId } })}
          staffKind
        />
      )}
      <ContactFields />
    </FormDialog>
  );
}
