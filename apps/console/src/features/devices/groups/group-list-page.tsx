import { deviceGroupCalls, deviceModels, type DeviceGroup } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { GroupTabs } from '../../../shared/device-picker/group-tabs.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import './device-groups.css';
import { GroupActions } from './group-actions.tsx';
import { GroupCreateDialog } from './group-create-dialog.tsx';
import { useGroupColumns } from './use-group-columns.tsx';

/** The groups of devices, with the number of devices and of online devices. */
export function GroupListPage() {
  const { t } = useTranslation('devices/groups');
  const list = useList(deviceGroupCalls.list);
  const columns = useGroupColumns();
  const [adding, setAdding] = useState(false);
  const rowActions = useCallback((group: DeviceGroup) => <GroupActions group={group} />, []);
  const add = <AddButton call={deviceGroupCalls.create} text={t('create')} onClick={() => setAdding(true)} />;
  return (
    <div className="sl-stacked">
      <GroupTabs value="groups" />
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        actions={add}
        filters={
          <>
            <SearchFilter placeholder={t('search')} />
            <ChoiceFilter
              name="model"
              label={t('model')}
              options={deviceModels.map((value) => ({
                value,
                label: value === 'PLAIN' ? t('plain') : value,
              }))}
            />
            <CompanyFilter label={t('company')} />
          </>
        }
        empty={
          <Empty icon="layers" title={t('emptyTitle')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {adding && <GroupCreateDialog onClose={() => setAdding(false)} />}
    </div>
  );
}
