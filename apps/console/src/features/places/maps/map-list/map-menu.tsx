import { pages, mapCalls, type MapDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { useMapExports } from '../../../../map-view/use-map-exports.ts';
import { RemoveMapDialog } from './remove-map-dialog.tsx';
import { RenameMapDialog } from './rename-map-dialog.tsx';

/** The further actions on the open map. */
export function MapMenu({ map }: { map: MapDetail }) {
  const { t } = useTranslation('places/maps');
  const navigate = useNavigate();
  const exports = useMapExports(map);
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <RowMenu
        label={map.name}
        items={[
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
          may(mapCalls.rename.allow) && {
            key: 'rename',
            text: t('rename'),
            icon: 'edit',
            run: () => setDialog('rename'),
          },
          may(mapCalls.remove.allow) && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setDialog('remove'),
          },
        ]}
      />
      {dialog === 'rename' && <RenameMapDialog map={map} onClose={close} />}
      {dialog === 'remove' && (
        <RemoveMapDialog map={map} onClose={close} onRemoved={() => void navigate(pages.maps())} />
      )}
    </>
  );
}
