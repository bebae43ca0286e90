import type { ManagedFile } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';

export function useFileColumns(): Column<ManagedFile>[] {
  const { t } = useTranslation('remote/files');
  return useMemo(() => {
    const hash = (text: string, what: string) =>
      text ? (
        <span className="file-hash">
          <code>{text}</code>
          <CopyButton text={text} what={what} />
        </span>
      ) : (
        unknown
      );
    return [
      {
        key: 'name',
        title: t('name'),
        sort: 'name',
        width: '26%',
        cell: ({ name, format }) => (
          <>
            <strong className="file-name">{name}</strong>
            <small>{format || unknown}</small>
          </>
        ),
      },
      {
        key: 'bytes',
        title: t('size'),
        sort: 'bytes',
        numeric: true,
        cell: ({ bytes }) => formatBytes(bytes),
      },
      { key: 'label', title: t('tag'), cell: ({ label }) => label || unknown },
      {
        key: 'remarks',
        title: t('remarks'),
        cell: ({ remarks }) => <span className="file-remarks">{remarks || unknown}</span>,
      },
      { key: 'md5', title: t('md5'), width: '190px', cell: ({ md5 }) => hash(md5, t('md5')) },
      {
        key: 'changed',
        title: t('changed'),
        sort: 'updatedAt',
        width: '150px',
        cell: ({ updatedAt, uploader }) => <AgoBy at={updatedAt} by={uploader} />,
      },
      { key: 'path', title: t('path'), hidden: true, cell: ({ path }) => <code>{path}</code> },
      {
        key: 'sha256',
        title: t('sha256'),
        hidden: true,
        cell: ({ sha256 }) => hash(sha256, t('sha256')),
      },
      { key: 'company', title: t('company'), hidden: true, cell: ({ companyName }) => companyName },
    ];
  }, [t]);
}
