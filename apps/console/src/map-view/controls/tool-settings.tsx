import { pointTypes, zoneTypes } from '@sweepline/contract';
import { FREE, OCCUPIED, UNKNOWN, withSettings, type Editor } from '@sweepline/map-core';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatMetres } from '../../kit/format/format.ts';

interface Props {
  editor: Editor;
  onEdit: (change: (editor: Editor) => Editor) => void;
}

/** The cell value that the brush paints. */
const paints = [
  { value: FREE, name: 'floor' },
  { value: OCCUPIED, name: 'obstacle' },
  { value: UNKNOWN, name: 'unknown' },
] as const;
/** Widths of the brush in metres. */
const widths = [0.05, 0.1, 0.3, 0.6, 1, 2] as const;

/** The settings of the current tool: the type of zone or point, or the width and value of the brush. */
export function ToolSettings({ editor, onEdit }: Props) {
  const { t } = useTranslation('map-view');
  const { tool, settings } = editor;
  const { zoneType, pointType, brush } = settings;
  if (tool === 'zone' || tool === 'rectangle')
    return (
      <Choice
        label={t('zoneTypeLabel')}
        value={zoneType}
        options={zoneTypes.map((type) => ({ value: type, text: t(`zoneType.${type}`) }))}
        onChange={(type) => onEdit((now) => withSettings(now, { zoneType: type }))}
      />
    );
  if (tool === 'point')
    return (
      <Choice
        label={t('pointTypeLabel')}
        value={pointType}
        options={pointTypes.map((type) => ({ value: type, text: t(`pointType.${type}`) }))}
        onChange={(type) => onEdit((now) => withSettings(now, { pointType: type }))}
      />
    );
  if (tool !== 'brush') return null;
  return (
    <>
      <Choice
        label={t('brushLabel')}
        value={brush.value}
        options={paints.map(({ value, name }) => ({ value, text: t(`brush.${name}`) }))}
        onChange={(value) => onEdit((now) => withSettings(now, { brush: { ...now.settings.brush, value } }))}
      />
      <Choice
        label={t('brushWidth')}
        value={brush.radiusM * 2}
        options={widths.map((width) => ({ value: width, text: formatMetres(width) }))}
        onChange={(width) =>
          onEdit((now) => withSettings(now, { brush: { ...now.settings.brush, radiusM: width / 2 } }))
        }
      />
    </>
  );
}

interface ChoiceProps<V extends string | number> {
  label: string;
  value: V;
  options: readonly { value: V; text: string }[];
  onChange: (value: V) => void;
}

function Choice<V extends string | number>({ label, value, options, onChange }: ChoiceProps<V>) {
  return (
    <div className="sl-map-panel sl-map-zone-type">
      <Select<V>
        aria-label={label}
        value={value}
        onChange={onChange}
        options={options.map((option) => ({ value: option.value, label: option.text }))}
        popupMatchSelectWidth={false}
      />
    </div>
  );
}
