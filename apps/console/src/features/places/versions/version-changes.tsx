import { useTranslation } from 'react-i18next';
import { nameOf, type Mark } from './version-marks.ts';

interface Props {
  marks: readonly Mark[];
  /** The floor below the drawing differs too. */
  floor?: boolean | undefined;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

const markKinds = ['added', 'changed', 'removed'] as const;

/** The differences as a list of links. Users who cannot see the map read the differences here. */
export function VersionChanges({ marks, floor = false, selected, onSelect }: Props) {
  const { t } = useTranslation('places/versions');
  const differing = marks.filter(({ look }) => look !== 'same');
  if (differing.length === 0 && !floor) return <p>{t('noChanges')}</p>;
  return (
    <>
      {floor && (
        <h2>
          <span className="versions-key" data-look="floor" />
          {t('floorChanged')}
        </h2>
      )}
      {markKinds.map((look) => {
        const those = differing.filter((mark) => mark.look === look);
        if (those.length === 0) return null;
        return (
          <section key={look}>
            <h2>
              <span className="versions-key" data-look={look} />
              {t(`looks.${look}`)} <small>{those.length}</small>
            </h2>
            <ul className="versions-changes">
              {those.map(({ id, shape, aspects }) => (
                <li key={id}>
                  <button type="button" aria-pressed={id === selected} onClick={() => onSelect(id)}>
                    {nameOf(shape) || t(`kinds.${shape.kind}`)}
                    <small>
                      {[t(`kinds.${shape.kind}`), ...aspects.map((aspect) => t(`aspects.${aspect}`))].join(
                        ' · ',
                      )}
                    </small>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
