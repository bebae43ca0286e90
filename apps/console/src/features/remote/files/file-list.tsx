import {
  fileTransferCalls,
  managedFileCalls,
  uploadPermissions,
  type ManagedFile,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { openDownload } from '../../../kit/api/save-file.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { formatBytes } from '../../../kit/format/format.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { UploadDock } from '../../../shared/uploads/upload-dock.tsx';
import { FileDeleteDialog, FileEditDialog } from './file-dialogs.tsx';
import { PullButton } from './transfers/pull-button.tsx';
import { PushDialog } from './transfers/push-dialog.tsx';
import { FileUploadDialog } from './file-upload-dialog.tsx';
import { useFileColumns } from './use-file-columns.tsx';

const useUsage = () => useQuery({ ...callQuery(managedFileCalls.usage, {}), meta: { silent: true } }).data;

const choices = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }));

function FileFilters() {
  const { t } = useTranslation('remote/files');
  const usage = useUsage();
  return (
    <>
      <SearchFilter placeholder={t('keyword')} />
      <ChoiceFilter name="label" label={t('tag')} options={choices(usage?.labels)} />
      <ChoiceFilter name="format" label={t('format')} options={choices(usage?.formats)} />
    </>
  );
}

/** How much of the company's storage is in use. */
function StorageUse() {
  const { t } = useTranslation('remote/files');
  const usage = useUsage();
  return (
    <small className="file-usage">
      {usage && t('usage', { used: formatBytes(usage.usedBytes), max: formatBytes(usage.maxBytes) })}
    </small>
  );
}

interface ActionProps {
  file: ManagedFile;
  onPush: (file: ManagedFile) => void;
  onEdit: (file: ManagedFile) => void;
  onRemove: (file: ManagedFile) => void;
}

function FileActions({ file, onPush, onEdit, onRemove }: ActionProps) {
  const { t } = useTranslation('remote/files');
  const download = useAction(managedFileCalls.download, {
    done: null,
    after: ({ url }) => openDownload(url),
  });
  const push = { key: 'push', text: t('push'), icon: 'robot' as const, run: () => onPush(file) };
  const edit = { key: 'edit', text: t('edit'), icon: 'edit' as const, run: () => onEdit(file) };
  const remove = {
    key: 'remove',
    text: t('remove'),
    icon: 'trash' as const,
    danger: true,
    run: () => onRemove(file),
  };
  return (
    <>
      <Button
        look="quiet"
        icon="download"
        aria-label={t('downloadOf', { name: file.name })}
        onClick={() => download.mutate({ id: file.id })}
      />
      <RowMenu
        label={file.name}
        items={[
          may(fileTransferCalls.push.allow) && push,
          may(managedFileCalls.update.allow) && edit,
          may(managedFileCalls.remove.allow) && remove,
        ]}
      />
    </>
  );
}

interface Props {
  /** Switches between files and transfers. */
  views: ReactNode;
  /** Files are on their way to robots. */
  onSent: () => void;
}

/** The files that people of the company keep for their robots. */
export function FileList({ views, onSent }: Props) {
  const { t } = useTranslation('remote/files');
  const list = useList(managedFileCalls.list);
  const columns = useFileColumns();
  const [uploading, setUploading] = useState(false);
  const [edited, setEdited] = useState<ManagedFile>();
  const [removed, setRemoved] = useState<ManagedFile>();
  const [pushed, setPushed] = useState<ManagedFile>();
  const rowActions = useCallback(
    (file: ManagedFile) => (
      <FileActions file={file} onPush={setPushed} onEdit={setEdited} onRemove={setRemoved} />
    ),
    [],
  );
  const mayUpload = may(uploadPermissions.FILE);
  const upload = mayUpload && (
    <Button look="main" icon="upload" onClick={() => setUploading(true)}>
      {t('upload')}
    </Button>
  );
  return (
    <div className="file-list">
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        views
        rowActions={rowActions}
        filters={<FileFilters />}
        more={
          <>
            <CompanyFilter label={t('company')} />
            <PeriodFilter />
          </>
        }
        actions={
          <>
            <StorageUse />
            {views}
            <PullButton onSent={onSent} />
            {upload}
          </>
        }
        empty={
          <Empty icon="upload" title={t('emptyTitle')} hint={t('emptyHint')}>
            {upload}
          </Empty>
        }
      />
      {mayUpload && <UploadDock purpose="FILE" />}
      {uploading && <FileUploadDialog onClose={() => setUploading(false)} />}
      {pushed && <PushDialog file={pushed} onSent={onSent} onClose={() => setPushed(undefined)} />}
      {edited && <FileEditDialog file={edited} onClose={() => setEdited(undefined)} />}
      {removed && <FileDeleteDialog file={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  );
}
