import { mapCalls, mapVersionCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { keyboardScroll } from '../../../kit/list/keyboard-scroll.ts';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useMapVersions } from './use-map-versions.ts';
import { MapTabs } from '../../../map-view/controls/map-tabs.tsx';
import { VersionActs } from './version-acts.tsx';
import { VersionChanges } from './version-changes.tsx';
import { VersionConflict } from './version-conflict.tsx';
import { VersionList } from './version-list.tsx';
import { VersionMap } from './version-map.tsx';
import { boxOfMark, marksBetween } from './version-marks.ts';

/** The versions of a map, compared with each other, with the action that restores an old one. */
export function MapVersionsPage() {
  const id = useSearchParams()[0].get('id') ?? '';
  const map = useQuery({ ...callQuery(mapCalls.detail, { id }), meta: { silent: true } });
  const list = useMapVersions(id);
  usePageName(map.data?.name);
  const error = map.error ?? list.error;
  if (error)
    return <Failure error={error} onRetry={() => void Promise.all([map.refetch(), list.refetch()])} />;
  if (!map.data || !list.isRead) return <Skeleton lines={8} />;
  const { rows, older } = list;
  const conflict = rows.find((row) => row.conflict && row.conflict.settledAt === null);
  return (
    <section className="versions-page">
      <MapTabs id={id} value="versions" />
      <header className="sl-page-head">
        <h1>{map.data.name}</h1>
      </header>
      {conflict?.conflict ? (
        <VersionConflict
          mapId={id}
          theirs={conflict}
          current={map.data.version}
          with={conflict.conflict.with}
        />
      ) : (
        <History key={id} mapId={id} rows={rows} older={older} name={map.data.name} />
      )}
    </section>
  );
}

interface HistoryProps {
  mapId: string;
  rows: Parameters<typeof VersionList>[0]['rows'];
  /** Loads the next page of versions while there is one. */
  older: (() => void) | undefined;
  name: string;
}

function History({ mapId, rows, older, name }: HistoryProps) {
  const { t } = useTranslation('places/versions');
  const [versionParam, setVersionParam] = useAddress('version', String(rows[0]?.version ?? 1));
  const version = Number(versionParam);
  const row = rows.find((entry) => entry.version === version);
  const usual = row?.parentVersion ?? rows.find((entry) => entry.version < version)?.version;
  const [against, setAgainst] = useAddress('against', String(usual ?? ''));
  const chosenOther = Number(against);
  const other =
    chosenOther !== version && rows.some((entry) => entry.version === chosenOther) ? chosenOther : usual;
  const after = useQuery(callQuery(mapVersionCalls.detail, { mapId, version }));
  const before = useQuery({
    ...callQuery(mapVersionCalls.detail, { mapId, version: other ?? version }),
    enabled: other !== undefined,
  });
  // Nothing precedes the first version: it is shown by itself until another one is chosen.
  const base = other === undefined ? after.data : before.data;
  const [selected, setSelected] = useState<string>();
  const marks = useMemo(
    () => (after.data && base ? marksBetween(base.elements, after.data.elements) : []),
    [after.data, base],
  );
  const repaired = after.data && base ? after.data.ground.file !== base.ground.file : undefined;
  const chosen = marks.find((mark) => mark.id === selected && mark.look !== 'same');
  const choose = (next: number) => {
    setSelected(undefined);
    setVersionParam(String(next));
  };
  return (
    <div className="versions-workspace">
      <aside className="versions-side" ref={keyboardScroll}>
        <VersionList rows={rows} selected={version} onShow={choose} onOlder={older} />
        {rows.length > 1 && (
          <>
            <SelectField<number>
              label={t('against')}
              className="versions-compare"
              placeholder={t('chooseVersion')}
              value={other ?? null}
              onChange={(next) => setAgainst(String(next))}
              options={rows
                .filter((entry) => entry.version !== version)
                .map((entry) => ({ value: entry.version, label: t('version', { version: entry.version }) }))}
            />
            {other === undefined ? (
              <p>{t('firstVersion')}</p>
            ) : (
              <VersionChanges marks={marks} floor={repaired} selected={selected} onSelect={setSelected} />
            )}
          </>
        )}
      </aside>
      <div className="versions-canvas">
        {after.data ? (
          <VersionMap
            label={t('mapLabel', { name })}
            ground={after.data.ground}
            against={base?.ground}
            marks={marks}
            selected={selected}
            onSelect={setSelected}
            {...(chosen && { look: boxOfMark(chosen) })}
          />
        ) : (
          <Skeleton lines={6} />
        )}
        {row && <VersionActs mapId={mapId} name={name} row={row} current={rows[0]?.version ?? version} />}
      </div>
    </div>
  );
}
