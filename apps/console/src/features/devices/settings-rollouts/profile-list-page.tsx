import { pages, settingModels, settingsProfileCalls, type SettingsProfile } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { GroupTabs } from '../../../shared/device-picker/group-tabs.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { may } from '../../../kit/api/may.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { ProfileRemoveDialog } from './profile-remove-dialog.tsx';
import './settings-rollouts.css';

function useProfileColumns(): Column<SettingsProfile>[] {
  const { t } = useTranslation('devices/settings-rollouts');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        sort: 'name',
        width: '28%',
        cell: ({ id, name, remark }) => (
          <>
            <Link className="sl-identity" to={pages.settingsProfile({ id })} title={name}>
              {name}
            </Link>
            <small>{remark}</small>
          </>
        ),
      },
      { key: 'model', title: t('model'), width: '90px', cell: ({ model }) => model },
      {
        key: 'settings',
        title: t('settingsTitle'),
        numeric: true,
        width: '110px',
        cell: ({ values }) => formatNumber(Object.keys(values).length),
      },
      {
        key: 'devices',
        title: t('appliedTo'),
        numeric: true,
        width: '110px',
        cell: ({ devices }) => formatNumber(devices),
      },
      {
        key: 'drift',
        title: t('drift'),
        cell: ({ devices, drifted }) =>
          devices > 0 && (
            <StateMark
              tone={drifted > 0 ? 'waiting' : 'working'}
              icon={drifted > 0 ? 'alert' : 'check'}
              word={drifted > 0 ? t('driftedCount', { count: drifted }) : t('noDrift')}
            />
          ),
      },
      { key: 'company', title: t('company'), cell: ({ companyName }) => companyName },
      {
        key: 'updated',
        title: t('changed'),
        sort: 'updatedAt',
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
    ],
    [t],
  );
}

/** Named sets of settings, with the number of robots that use each and that differ from it. */
export function ProfileListPage() {
  const { t } = useTranslation('devices/settings-rollouts');
  const list = useList(settingsProfileCalls.list);
  const columns = useProfileColumns();
  const [removing, setRemoving] = useState<SettingsProfile | null>(null);
  const changes = may(settingsProfileCalls.create.allow);
  const rowActions = useCallback(
    (profile: SettingsProfile) =>
      changes && (
        <>
          <Link className="sl-row-action" to={pages.settingsSync({ profile: profile.id })}>
            {t('apply')}
          </Link>
          <RowMenu
            label={profile.name}
            items={[
              {
                key: 'remove',
                text: t('remove'),
                icon: 'trash',
                danger: true,
                run: () => setRemoving(profile),
              },
            ]}
          />
        </>
      ),
    [t, changes],
  );
  const add = (
    <Allowed call={settingsProfileCalls.create}>
      <Link className="sl-button sl-button-main" to={pages.settingsProfile()}>
        {t('createProfile')}
      </Link>
    </Allowed>
  );
  return (
    <div className="sl-stacked">
      <GroupTabs value="profiles" />
      <ListPage
        title={t('profiles')}
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
              options={settingModels.map((value) => ({ value, label: value }))}
            />
          </>
        }
        empty={
          <Empty icon="copy" title={t('noProfiles')} hint={t('noProfilesHint')}>
            {add}
          </Empty>
        }
      />
      {removing && <ProfileRemoveDialog profile={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}
