import { apiUserCalls, offeredGroups } from '@sweepline/contract';
import { Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { NarrowingFields } from './narrowing-fields.tsx';
import type { NewSecret } from './key-secret-dialog.tsx';

interface Props {
  /** The API user. */
  id: string;
  companyId: string;
  onAdded: (secret: NewSecret) => void;
  onClose: () => void;
}

/** Creates a key with the scopes of the groups that have calls. */
export function KeyDialog({ id, companyId, onAdded, onClose }: Props) {
  const { t } = useTranslation('api/users');
  return (
    <FormDialog
      title={t('addKey')}
      call={apiUserCalls.addKey}
      submit={t('addKey')}
      done={null}
      initial={{ id, name: '', scopes: [...offeredGroups], siteIds: [], robotIds: [] }}
      after={({ key, secret }) => {
        onClose();
        onAdded({ keyId: key.keyId, secret });
      }}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('keyName')} extra={t('keyNameHint')}>
        <Input maxLength={60} autoComplete="off" placeholder={t('keyNameExample')} />
      </Form.Item>
      <Form.Item name="scopes" label={t('scope')} extra={t('scopeHint')}>
        <Checkbox.Group options={offeredGroups.map((value) => ({ value, label: t(`scopes.${value}`) }))} />
      </Form.Item>
      <NarrowingFields companyId={companyId} />
    </FormDialog>
  );
}
