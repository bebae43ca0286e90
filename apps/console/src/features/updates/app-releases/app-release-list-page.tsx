import { appCalls, appReleaseCalls, pages, type AppReleaseDetail } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ReleaseStateFilter } from '../../../shared/approval/release-state-filter.tsx';
import { mayChange } from '../../../shared/updates/may-change.ts';
import { useAppReleaseColumns } from './use-app-release-columns.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import './app-releases.css';

/** The versions of apps, and how far each has come. */
export function AppReleaseListPage() {
  const { t } = useTranslation('updates/app-releases');
  const list = useList(appReleaseCalls.list);
  const navigate = useNavigate();
  const [appId] = useAddress('appId');
  const [uploading, setUploading] = useState(false);
  const { data } = useQuery({ ...callQuery(appCalls.list, { pageSize: 99 }), meta: { silent: true } });
  const apps = data?.list ?? [];
  const upload = mayChange(appReleaseCalls.add) && (
    <Button look="main" icon="upload" onClick={() => setUploading(true)}>
      {t('upload')}
    </Button>
  );
  const show = ({ id }: AppReleaseDetail) => void navigate(pages.appRelease({ id }));
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={useAppReleaseColumns()}
        views
        filters={
          <>
            <SearchFilter placeholder={t('keyword')} />
            <ReleaseStateFilter />
            <ChoiceFilter
              name="appId"
              label={t('app')}
              options={apps.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </>
        }
        actions={upload}
        empty={
          <Empty icon="download" title={t('emptyTitle')} hint={t('emptyHint')}>
            {upload}
          </Empty>
        }
      />
      {uploading && (
        <UploadDialog appId={appId} apps={apps} onClose={() => setUploading(false)} onAdded={show} />
      )}
    </>
  );
}
