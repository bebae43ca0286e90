import type { mapVersionCalls, Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { VersionMap } from './version-map.tsx';
import { boxOfMark, marksBetween } from './version-marks.ts';

type Version = Output<typeof mapVersionCalls.detail>;

interface Props {
  base: Version;
  ours: Version;
  theirs: Version;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

/** The maps of both sides with their changes since the common version. Both show the selected change. */
export function VersionPair({ base, ours, theirs, selected, onSelect }: Props) {
  const { t } = useTranslation('places/versions');
  const sides = [
    { label: t('ours', { version: ours.version }), version: ours },
    { label: t('theirs', { version: theirs.version }), version: theirs },
  ].map((side) => ({ ...side, marks: marksBetween(base.elements, side.version.elements) }));
  const focus = sides
    .flatMap(({ marks }) => marks)
    .find(({ id, look }) => id === selected && look !== 'same');
  return (
    <div className="versions-canvas versions-pair">
      {sides.map(({ label, version, marks }) => (
        <figure key={label}>
          <figcaption>{label}</figcaption>
          <VersionMap
            label={label}
            ground={version.ground}
            marks={marks}
            selected={selected}
            onSelect={onSelect}
            {...(focus && { look: boxOfMark(focus) })}
          />
        </figure>
      ))}
    </div>
  );
}
