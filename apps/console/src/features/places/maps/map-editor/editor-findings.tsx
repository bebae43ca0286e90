import type { Finding, Shapes } from '@sweepline/map-core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { useLabels } from './inspector/editor-labels.ts';
import { useMoreRows } from '../map-list/more-rows.tsx';

interface Props {
  findings: readonly Finding[];
  shapes: Shapes;
  /** Shows the place and selects the faulty elements. */
  onJump: (finding: Finding) => void;
}

/** The findings to check before the map goes to robots; a click shows the place. */
export function EditorFindings({ findings, shapes, onJump }: Props) {
  const { t } = useTranslation('places/maps');
  const { shapeName } = useLabels();
  const { visibleRows, more } = useMoreRows(
    findings.toSorted((a, b) => Number(b.severity === 'ERROR') - Number(a.severity === 'ERROR')),
  );
  if (findings.length === 0)
    return (
      <p className="maps-hint maps-all-well">
        <Icon name="check" size={16} />
        {t('editor.noFindings')}
      </p>
    );
  return (
    <ul className="maps-findings" aria-label={t('editor.checks')}>
      {visibleRows.map((finding) => {
        const names = [...new Set(finding.shapeIds)].flatMap((id) => shapes.get(id) ?? []).map(shapeName);
        return (
          <li key={`${finding.code} ${finding.shapeIds.join(' ')}`}>
            <button
              type="button"
              className="maps-finding"
              data-severity={finding.severity}
              onClick={() => onJump(finding)}
            >
              <Icon name={finding.severity === 'ERROR' ? 'alert' : 'info'} size={16} />
              <span>
                <strong>{names.join(' · ')}</strong>
                {t(`editor.findings.${finding.code}`)}
              </span>
            </button>
          </li>
        );
      })}
      {more}
    </ul>
  );
}
