import { mapCalls, type MapRow } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../kit/api/api.ts';
import { may } from '../kit/api/may.ts';
import type { MenuItem } from '../kit/list/row-menu.tsx';
import { saveFile } from '../kit/api/save-file.ts';
import { toast } from '../kit/ui/toasts.ts';

/** The file ending after the name and version of the map. */
const endings = { BUNDLE: '.zip', ROS: '_ros.zip', LIF: '.lif.json' } as const;
type Format = keyof typeof endings;
const formats = Object.keys(endings) as Format[];

/** A name that is a valid file name on every operating system. */
const fileName = (name: string) => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 60) || 'map';

/** Exports a map's version as a bundle, a ROS map, or a LIF layout, each as a menu item. */
export function useMapExports({ id, name, version }: Pick<MapRow, 'id' | 'name' | 'version'>): MenuItem[] {
  const { t } = useTranslation('map-view');
  const save = useMutation({
    mutationFn: (format: Format) => fetchBytes(mapCalls.export, { id, version, format }),
    onSuccess: (bytes, format) => {
      saveFile(new Blob([bytes]), `${fileName(name)}_v${version}${endings[format]}`);
      toast({ tone: 'done', text: t(format === 'ROS' ? 'exportedRos' : 'exported') });
    },
  });
  if (!may(mapCalls.export.allow)) return [];
  return formats.map((format) => ({
    key: format,
    text: t(`export.${format}`),
    icon: 'download',
    run: () => save.mutate(format),
  }));
}
