import { mapCalls } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../kit/api.ts';
import { RowMenu } from '../../kit/row-menu.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { toast } from '../../kit/toasts.ts';

const formats = { BUNDLE: 'zip', ROS: 'zip', LIF: 'lif.json' } as const;
type Format = keyof typeof formats;

/** A version as a file: our own bundle, a ROS map, or a LIF layout. */
export function ExportMenu({ mapId, version }: { mapId: string; version: number }) {
  const { t } = useTranslation('map-versions');
  const save = useMutation({
    mutationFn: (format: Format) => fetchBytes(mapCalls.export, { id: mapId, version, format }),
    onSuccess: (bytes, format) => {
      saveFile(new Blob([bytes]), `map-v${version}-${format.toLowerCase()}.${formats[format]}`);
      toast({ tone: 'done', text: t('exported') });
    },
  });
  return (
    <RowMenu
      label={t('version', { version })}
      items={(Object.keys(formats) as Format[]).map((format) => ({
        key: format,
        text: t(`export.${format}`),
        icon: 'download',
        run: () => save.mutate(format),
      }))}
    />
  );
}
