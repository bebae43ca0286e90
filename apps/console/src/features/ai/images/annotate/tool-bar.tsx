import { useTranslation } from 'react-i18next';
import type { IconName } from '../../../../kit/ui/icons.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { toolNames, type Tool } from './drawing-rules.ts';
import type { Drawing } from './use-drawing.ts';
import type { Labels } from './use-labels.ts';
import type { Zoom } from './use-zoom.ts';

const icons: Record<Tool, IconName> = {
  SELECT: 'cursor',
  IMAGE: 'map',
  BOX: 'rectangle',
  POLYGON: 'polygon',
  TILES: 'cards',
};

interface Props {
  drawing: Drawing;
  zoom: Zoom;
  labels: Labels;
  mayLabel: boolean;
}

/** The tools, undo and zoom, with a sentence about the chosen tool. */
export function ToolBar({ drawing, zoom, labels, mayLabel }: Props) {
  const { t } = useTranslation('ai/images');
  return (
    <div className="ai-tools" role="toolbar" aria-label={t('tools')}>
      {mayLabel &&
        toolNames.map((tool) => (
          <Button
            key={tool}
            icon={icons[tool]}
            aria-pressed={drawing.tool === tool}
            onClick={() => drawing.chooseTool(tool)}
          >
            {t(`tool.${tool}`)}
          </Button>
        ))}
      {mayLabel && (
        <Button icon="undo" disabled={!labels.canUndo} onClick={labels.undo}>
          {t('undo')}
        </Button>
      )}
      <Button icon="plus" aria-label={t('zoomIn')} onClick={() => zoom.by(1.5, drawing.pointer)} />
      <Button icon="minus" aria-label={t('zoomOut')} onClick={() => zoom.by(1 / 1.5, drawing.pointer)} />
      <Button icon="expand" aria-label={t('zoomFit')} onClick={zoom.fit} />
      {mayLabel && <small>{t(`hint.${drawing.tool}`)}</small>}
    </div>
  );
}
