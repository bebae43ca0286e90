import type { AiImageDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { ImageFacts } from './image-facts.tsx';
import { ReviewActs } from './review-acts.tsx';
import type { Drawing } from './use-drawing.ts';
import type { Labels } from './use-labels.ts';

interface Props {
  image: AiImageDetail;
  labels: Labels;
  drawing: Drawing;
  mayLabel: boolean;
}

/** Classes, marks, the review, and where the image was taken. */
export function SidePanel({ image, labels, drawing, mayLabel }: Props) {
  const { t } = useTranslation('ai/images');
  const { classes } = image;
  const nameOf = (id: string) => classes.find((it) => it.id === id)?.name ?? '';
  return (
    <aside className="ai-side">
      <h2>{t('classes')}</h2>
      {classes.length === 0 && <p>{t(image.projectName === null ? 'foreignProject' : 'noClasses')}</p>}
      <ul>
        {classes.map(({ id, name, colour, key }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={drawing.classId === id}
              disabled={!mayLabel}
              onClick={() => drawing.chooseClass(id)}
            >
              <span className="ai-swatch" style={{ background: colour }} />
              <span>{name}</span>
              <kbd>{key}</kbd>
            </button>
          </li>
        ))}
      </ul>
      <h2>{t('shapes')}</h2>
      {labels.shapes.length === 0 && <p>{t('noShapes')}</p>}
      <ul>
        {labels.shapes.map(({ id, kind, classId }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={drawing.chosenId === id}
              onClick={() => drawing.choose(drawing.chosenId === id ? null : id)}
            >
              <span>{nameOf(classId)}</span>
              <small>{t(`tool.${kind}`)}</small>
            </button>
            {mayLabel && drawing.chosenId === id && (
              <Button
                look="quiet"
                icon="trash"
                aria-label={t('remove')}
                onClick={() => drawing.removeChosen()}
              />
            )}
          </li>
        ))}
      </ul>
      <ReviewActs image={labels.saved} onReviewed={labels.reviewed} />
      <ImageFacts image={image} />
    </aside>
  );
}
