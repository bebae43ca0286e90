import { mapVersionCalls, type MapVersionRow } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useMapExports } from '../../../map-view/use-map-exports.ts';

interface Props {
  mapId: string;
  name: string;
  row: MapVersionRow;
  current: number;
}

/** The actions on the shown version: export it as a file or restore it. */
export function VersionActs({ mapId, name, row, current }: Props) {
  const { t } = useTranslation('places/versions');
  const [isConfirming, setConfirming] = useState(false);
  const exports = useMapExports({ id: mapId, name, version: row.version });
  return (
    <div className="sl-page-actions">
      <RowMenu label={t('version', { version: row.version })} items={exports} />
      {row.version !== current && (
        <Allowed call={mapVersionCalls.rollback}>
          <Button icon="undo" onClick={() => setConfirming(true)}>
            {t('rollback', { version: row.version })}
          </Button>
        </Allowed>
      )}
      {isConfirming && (
        <RollbackDialog
          mapId={mapId}
          to={row.version}
          version={current}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  );
}

interface DialogProps {
  mapId: string;
  to: number;
  version: number;
  onClose: () => void;
}

/** Robots receive the old drawing as a new version; the dialog lists the affected tasks first. */
function RollbackDialog({ mapId, to, version, onClose }: DialogProps) {
  const { t } = useTranslation('places/versions');
  const { data } = useQuery(callQuery(mapVersionCalls.impact, { mapId, to }));
  return (
    <ConfirmCallDialog
      title={t('rollbackTitle', { version: to })}
      call={mapVersionCalls.rollback}
      input={{ mapId, version, to }}
      act={t('rollbackAct')}
      done={(created) => t('rolledBack', { version: created.version })}
      also={['maps', 'mapDrafts', 'deviceMaps']}
      onClose={onClose}
    >
      <p>{t('rollbackHint', { version: version + 1 })}</p>
      {data && data.impacts.length === 0 && <p>{t('noImpact')}</p>}
      {data && data.impacts.length > 0 && (
        <>
          <p>{t('impact', { count: data.impacts.length })}</p>
          <ul>
            {data.impacts.map(({ task, zones, broken }) => (
              <li key={task.id}>
                {task.name}: {broken ? t('broken') : zones.map(({ name }) => name).join(' · ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmCallDialog>
  );
}
