import { otaPackageCalls, packageModels, pages, type OtaPackageDetail } from '@sweepline/contract';
import { otaPackageTypes } from '@sweepline/contract/robot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { UpdateTabs } from '../../../shared/updates/update-tabs.tsx';
import { ReleaseStateFilter } from '../../../shared/approval/release-state-filter.tsx';
import { mayChange } from '../../../shared/updates/may-change.ts';
import { UploadDialog } from './upload-dialog.tsx';
import { usePackageColumns } from './use-package-columns.tsx';
import './ota-packages.css';

/** The software packages for robots. The provider uploads and publishes them; other companies see what fits their robots. */
export function PackageListPage() {
  const { t } = useTranslation('updates/packages');
  const list = useList(otaPackageCalls.list);
  const navigate = useNavigate();
  const [uploading, setUploading] = useState(false);
  const upload = mayChange(otaPackageCalls.add) && (
    <Button look="main" icon="upload" onClick={() => setUploading(true)}>
      {t('upload')}
    </Button>
  );
  const show = ({ id }: OtaPackageDetail) => void navigate(pages.otaPackage({ id }));
  return (
    <div className="sl-stacked">
      <UpdateTabs value="packages" />
      <ListPage
        title={t('title')}
        list={list}
        columns={usePackageColumns()}
        views
        filters={
          <>
            <SearchFilter placeholder={t('keyword')} />
            <ReleaseStateFilter />
            <ChoiceFilter
              name="pkgType"
              label={t('typeTitle')}
              options={otaPackageTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
            />
            <ChoiceFilter
              name="model"
              label={t('model')}
              options={packageModels.map((value) => ({ value, label: value }))}
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
      {uploading && <UploadDialog onClose={() => setUploading(false)} onAdded={show} />}
    </div>
  );
}
