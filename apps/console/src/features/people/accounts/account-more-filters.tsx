import { accountCalls, type AccountSide } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { useFilter } from '../../../kit/list/filter/filter-context.ts';
import { session } from '../../../kit/api/session.ts';
import { useAccountWords } from './use-account-words.ts';

export function AccountMoreFilters({ side }: { side: AccountSide }) {
  const { t } = useTranslation('people/accounts');
  const { roleTypeChoices, kindChoices } = useAccountWords();
  return (
    <>
      <RoleFilter side={side} />
      <ChoiceFilter
        name="roleType"
        label={t('roleType')}
        options={roleTypeChoices.filter(({ value }) => side === 'INTERNAL' || value !== 1)}
      />
      <ChoiceFilter
        name="staffKind"
        label={t('kind')}
        options={kindChoices.filter(
          ({ value }) => side === 'INTERNAL' || value === 'MEMBER' || value === 'MAINTENANCE',
        )}
      />
    </>
  );
}

/** The roles of one company: the provider, or the company of the filter. */
function RoleFilter({ side }: { side: AccountSide }) {
  const { t } = useTranslation('people/accounts');
  const companyFilter = useFilter('companyId').value;
  const companyId = side === 'INTERNAL' ? session.user()?.companyId : companyFilter;
  const roles = useQuery({
    ...callQuery(accountCalls.choices, { companyId: String(companyId) }),
    enabled: typeof companyId === 'string',
  });
  const options = (roles.data?.roles ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return options.length > 0 && <ChoiceFilter name="roleId" label={t('role')} options={options} />;
}
