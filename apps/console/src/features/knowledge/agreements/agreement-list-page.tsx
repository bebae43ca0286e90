import { agreementCalls, agreementKinds, agreementStates, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import { AgreementRecords } from './agreement-records.tsx';
import { mayWrite } from './may-write.ts';
import { useAgreementColumns } from './use-agreement-columns.tsx';

/** The texts that people agree to, and who agreed. */
export function AgreementListPage() {
  const { t } = useTranslation('knowledge/agreements');
  const [view, setView] = useAddress('view');
  return (
    <div className="sl-stacked">
      <Tabs
        label={t('title')}
        value={view}
        options={[
          { value: '', text: t('texts') },
          { value: 'records', text: t('records') },
        ]}
        onChange={setView}
      />
      {view === 'records' ? <AgreementRecords /> : <AgreementList />}
    </div>
  );
}

function AgreementList() {
  const { t } = useTranslation('knowledge/agreements');
  const { t: ofRelease } = useTranslation('approval');
  const list = useList(agreementCalls.list);
  const add = mayWrite(agreementCalls.add) && (
    <Link className="sl-button sl-button-main" to={pages.agreement({ add: 1 })}>
      {t('add')}
    </Link>
  );
  return (
    <ListPage
      title={t('title')}
      list={list}
      columns={useAgreementColumns()}
      views
      filters={
        <>
          <SearchFilter placeholder={t('keyword')} />
          <ChoiceFilter
            name="kind"
            label={t('kindTitle')}
            options={agreementKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <ChoiceFilter
            name="state"
            label={t('stateTitle')}
            several
            options={agreementStates.map((value) => ({ value, label: ofRelease(`state.${value}`) }))}
          />
        </>
      }
      actions={add}
      empty={
        <Empty icon="report" title={t('emptyTitle')} hint={t('emptyHint')}>
          {add}
        </Empty>
      }
    />
  );
}
