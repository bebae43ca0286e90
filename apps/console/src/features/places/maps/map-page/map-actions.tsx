import { pages, mapCalls, mapDraftCalls, type MapRow } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { useMapExports } from '../../../../map-view/use-map-exports.ts';

interface Props {
  map: MapRow;
  onRename: () => void;
  onRemove: () => void;
}

/** The actions this user may take on a map, in one menu. */
export function MapActions({ map, onRename, onRemove }: Props) {
  const { t } = useTranslation('places/maps');
  const navigate = useNavigate();
  const exports = useMapExports(map);
  return (
    <RowMenu
      label={map.name}
      items={[
        may(mapDraftCalls.save.allow) && {
          key: 'edit',
          text: t('editZones'),
          icon: 'polygon',
          run: () => void navigate(pages.mapEditor({ id: map.id })),
        },
        {
          key: 'versions',
          text: t('versionsOf'),
          icon: 'history',
          run: () => void navigate(pages.mapVersions({ id: map.id })),
        },
        {
          key: 'devices',
          text: t('robotsOf'),
          icon: 'robot',
          run: () => void navigate(pages.mapDevices({ id: map.id })),
        },
        ...exports,
        may(mapCalls.rename.allow) && { key: 'rename', text: t('rename'), icon: 'edit', run: onRename },
        may(mapCalls.remove.allow) && {
          key: 'remove',
          text: t('remove'),
          icon: 'trash',
          danger: true,
          run: onRemove,
        },
      ]}
    />
  );
}
