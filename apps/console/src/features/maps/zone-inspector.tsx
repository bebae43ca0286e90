import { zoneTypes } from '@sweepline/contract';
import { polygonArea, remove, replace, shapeFault, type Editor, type Zone } from '@sweepline/map-core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { Figure } from '../../kit/figure.tsx';
import { formatArea, formatNumber } from '../../kit/format.ts';
import { Icon } from '../../kit/icon.tsx';
import { useWords } from '../../kit/words/use-words.ts';
import type { Edit } from './use-zone-editor.ts';

interface Props {
  zone: Zone;
  /** The map's box, for what is being drawn. */
  map?: Editor['settings']['map'];
  /** Left out for those who only look. */
  edit?: Edit;
  onClose: () => void;
}

/** What is selected: its name, its type, its size, and what is wrong with it. */
export function ZoneInspector({ zone, map, edit, onClose }: Props) {
  const { t } = useTranslation('maps');
  const { word } = useWords();
  const id = useId();
  const fault = shapeFault(zone, map);
  return (
    <section className="maps-inspector" aria-label={zone.name}>
      <header>
        <h2>{edit ? t('zone') : zone.name}</h2>
        <Button look="quiet" icon="close" aria-label={t('closeZone')} onClick={onClose} />
      </header>
      {edit ? (
        <>
          <ZoneName
            key={zone.id}
            name={zone.name}
            onChange={(name) => edit((now) => replace(now, { ...zone, name }))}
          />
          <label htmlFor={`${id}type`}>{t('zoneType')}</label>
          <select
            id={`${id}type`}
            className="sl-input"
            value={zone.type}
            onChange={({ target }) => {
              const type = zoneTypes.find((one) => one === target.value) ?? zone.type;
              edit((now) => replace(now, { ...zone, type }));
            }}
          >
            {zoneTypes.map((type) => (
              <option key={type} value={type}>
                {word('zoneType', type)}
              </option>
            ))}
          </select>
          <p className="maps-hint">{t(`zoneHints.${zone.type}`)}</p>
        </>
      ) : (
        <p>{word('zoneType', zone.type)}</p>
      )}
      <dl className="maps-facts">
        <dt>{t('area')}</dt>
        <dd>
          <Figure value={formatArea(polygonArea(zone.points))} />
        </dd>
        <dt>{t('corners')}</dt>
        <dd>{formatNumber(zone.points.length)}</dd>
      </dl>
      {fault && (
        <p className="maps-fault" role="alert">
          <Icon name="alert" size={16} />
          {t(`shapeFaults.${fault}`)}
        </p>
      )}
      {edit && (
        <Button
          look="plain"
          icon="trash"
          className="maps-remove"
          onClick={() => edit((now) => remove({ ...now, corner: undefined }))}
        >
          {t('removeZone')}
        </Button>
      )}
    </section>
  );
}

/** Typing is one act, finished by Enter or by leaving the field; an empty name is not taken. */
function ZoneName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const { t } = useTranslation('maps');
  const id = useId();
  const [text, setText] = useState(name);
  const [known, setKnown] = useState(name);
  // Undone, or changed by somebody else.
  if (known !== name) {
    setKnown(name);
    setText(name);
  }
  const finish = () => {
    const next = text.trim();
    if (next && next !== name) onChange(next);
    else setText(name);
  };
  return (
    <>
      <label htmlFor={id}>{t('zoneNameLabel')}</label>
      <input
        id={id}
        className="sl-input"
        value={text}
        maxLength={60}
        onChange={({ target }) => setText(target.value)}
        onBlur={finish}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
          if (key === 'Escape') setText(name);
        }}
      />
    </>
  );
}
