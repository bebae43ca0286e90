import type { Shape, SiteLift } from '@sweepline/map-core';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../../../kit/form/select-field.tsx';
import { EditorText } from './editor-text.tsx';

type Spot = Extract<Shape, { kind: 'point' }>;
interface Props {
  spot: Spot;
  put: (next: Spot) => void;
  /** The elevators of the site; without them both fields take any text. */
  lifts: readonly SiteLift[] | undefined;
  mapId: string;
}

/** The elevator of a point and what it calls the floor. */
export function LiftFields({ spot, put, lifts, mapId }: Props) {
  const { t } = useTranslation('places/maps');
  const { floor, liftId } = spot;
  if (!lifts || lifts.length === 0)
    return (
      <>
        <EditorText
          label={t('editor.liftId')}
          value={liftId ?? ''}
          maxLength={64}
          onChange={(value) => put({ ...spot, liftId: value || undefined })}
        />
        <EditorText
          label={t('editor.liftFloor')}
          value={floor ?? ''}
          maxLength={40}
          onChange={(value) => put({ ...spot, floor: value || undefined })}
        />
      </>
    );
  const stopsOf = (number: string | undefined) => lifts.find((lift) => lift.number === number)?.floors ?? [];
  const chooseLift = (number: string) => {
    const stop = stopsOf(number).find((it) => it.mapId === mapId);
    put({ ...spot, liftId: number, floor: stop?.label ?? floor });
  };
  return (
    <>
      <SelectField<string>
        label={t('editor.liftId')}
        className="maps-editor-field"
        {...(liftId !== undefined && { value: liftId })}
        onChange={chooseLift}
        options={lifts.map(({ number }) => ({ value: number, label: number }))}
      />
      <SelectField<string>
        label={t('editor.liftFloor')}
        className="maps-editor-field"
        {...(floor !== undefined && { value: floor })}
        onChange={(value) => put({ ...spot, floor: value })}
        options={stopsOf(liftId).map(({ label }) => ({ value: label, label }))}
      />
    </>
  );
}
