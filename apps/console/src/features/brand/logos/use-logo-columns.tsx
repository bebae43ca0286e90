import { logoScale, type Logo } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatNumber, unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { StoredImage } from '../../../kit/ui/stored-image.tsx';

/** PNG, JPEG or GIF: what stands after the slash of the media type. */
const formatOf = ({ mediaType }: Logo) => mediaType.slice(mediaType.indexOf('/') + 1).toUpperCase();

export function useLogoColumns(): Column<Logo>[] {
  const { t } = useTranslation('brand/logos');
  return useMemo(
    () => [
      {
        key: 'style',
        title: t('style'),
        width: '30%',
        cell: ({ style, file, company }) => (
          <span className="logo-cell">
            <StoredImage address={file} alt="" />
            <span>
              <strong>{t(`styles.${style}`)}</strong>
              <small>{company.name}</small>
            </span>
          </span>
        ),
      },
      { key: 'size', title: t('resolution'), cell: (row) => <Resolution logo={row} /> },
      { key: 'format', title: t('format'), width: '110px', cell: formatOf },
      {
        key: 'bytes',
        title: t('bytes'),
        width: '110px',
        numeric: true,
        cell: ({ bytes }) => formatBytes(bytes),
      },
      {
        key: 'uploaded',
        title: t('uploaded'),
        width: '150px',
        sort: 'uploadedAt',
        cell: ({ uploadedAt, updatedBy }) => <AgoBy at={uploadedAt} by={updatedBy} />,
      },
    ],
    [t],
  );
}

function Resolution({ logo: { width, height, style, cut, picture } }: { logo: Logo }) {
  const { t } = useTranslation('brand/logos');
  const scale = picture ? logoScale(style, cut, picture) : 1;
  return (
    <>
      {width === null || height === null ? unknown : `${width} × ${height}`}
      {scale > 1.01 && (
        <small className="logo-warning">{t('enlarged', { times: formatNumber(scale, 1) })}</small>
      )}
    </>
  );
}
