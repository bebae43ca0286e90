import { accountCalls, type AccountSide } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { newRoleAt } from '../addresses.ts';
import { useAccountWords } from '../use-account-words.ts';

interface Props {
  side: AccountSide;
  /** The company of an existing account; without it, the company field of the form counts. */
  company?: string;
  /** The current role, shown until the list of roles is loaded. */
  current?: { value: string; label: string };
  /** An invitation has no staff kind. */
  staffKind?: boolean;
}

/** The rights of an account: a role of its company, and only what the caller may grant. */
export function GrantFields({ side, company, current, staffKind = false }: Props) {
  const { t } = useTranslation('people/accounts');
  const { roleTypeChoices, kindChoices } = useAccountWords();
  const chosen: unknown = Form.useWatch('companyId', { preserve: true });
  const companyId = company ?? chosen;
  const hasCompany = typeof companyId === 'string' && companyId !== '';
  const choices = useQuery({
    ...callQuery(accountCalls.choices, { companyId: hasCompany ? companyId : '' }),
    enabled: hasCompany,
  });
  const { roles = [], roleTypes = [], staffKinds = [] } = choices.data ?? {};
  const offered = roles.map(({ id, name, grantable }) => ({
    value: id,
    label: grantable ? name : t('beyondYours', { name }),
    disabled: !grantable,
  }));
  const options = choices.data || !current ? offered : [current];
  const none = choices.isSuccess && roles.length === 0;
  return (
    <>
      <Form.Item
        name="roleId"
        label={t('role')}
        extra={
          none && (
            <>
              {t('noRoles')} <Link to={newRoleAt(side)}>{t('createRole')}</Link>
            </>
          )
        }
      >
        <Select
          disabled={!hasCompany || none}
          loading={choices.isFetching}
          placeholder={hasCompany ? undefined : t('companyFirst')}
          showSearch={{ optionFilterProp: 'label' }}
          options={options}
        />
      </Form.Item>
      {roleTypes.length > 1 && (
        <Form.Item name="roleType" label={t('roleType')} extra={t('roleTypeHint')}>
          <Select options={roleTypeChoices.filter(({ value }) => roleTypes.includes(value))} />
        </Form.Item>
      )}
      {staffKind && (
        <Form.Item name="staffKind" label={t('kind')}>
          <Select
            disabled={!choices.data}
            options={kindChoices.filter(({ value }) => !choices.data || staffKinds.includes(value))}
          />
        </Form.Item>
      )}
    </>
  );
}
