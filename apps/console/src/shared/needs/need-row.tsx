import type { Need } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../../kit/api/session.ts';
import { Ago } from '../../kit/format/ago.tsx';
import { formatTime } from '../../kit/format/format.ts';
import { RowMenu } from '../../kit/list/row-menu.tsx';
import { Figure } from '../../kit/ui/figure.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { readinessMarks } from '../run/readiness-rules.ts';
import { useObstacleWord } from '../run/use-obstacle-word.ts';
import { needIcons, needTone } from './need-looks.ts';
import { NeedHandDialog } from './need-hand-dialog.tsx';
import { NeedAct } from './need-press.tsx';
import { useNeedMenu } from './use-need-menu.ts';
import { useNeedWords } from './use-need-words.ts';

/** One need: what, since when, what it costs, who can fix it, and the next action. */
export function NeedRow({ need }: { need: Need }) {
  const { t } = useTranslation('needs');
  const { what, why, cost } = useNeedWords();
  const [asked, ask] = useState<'why' | 'hand' | null>(null);
  const menu = useNeedMenu(need, {
    onHand: () => ask('hand'),
    onWhy: () => ask((before) => (before === 'why' ? null : 'why')),
  });
  const lost = cost(need);
  const { name, level, since, fixer, snoozedUntil } = need;
  return (
    <li className="sl-need">
      <span className={`sl-need-glyph sl-tone-${needTone(need)}`} title={t('level', { level })}>
        <Icon name={needIcons[need.kind]} size={18} strokeWidth={1.9} />
      </span>
      <div className="sl-need-what">
        <strong title={name}>{name}</strong>
        <NeedPlace need={need} />
        <p>
          <span className={`sl-need-words sl-need-${needTone(need)}`}>{what(need)}</span>
          <span>{t('level', { level })}</span>
          <Ago at={since} />
          <span>{t(`fixers.${fixer}`)}</span>
        </p>
        <NeedObstacle need={need} />
        <NeedAssigned need={need} />
        {snoozedUntil !== null && (
          <p className="sl-need-note">
            <Icon name="sleep" size={14} />
            {t('snoozedUntil', { until: formatTime(snoozedUntil) })}
          </p>
        )}
        {asked === 'why' && (
          <p className="sl-need-why" role="note">
            {why(need)}
          </p>
        )}
      </div>
      <span className="sl-need-cost">{lost && <Figure value={lost.value} formula={lost.formula} />}</span>
      <span className="sl-need-act">
        <NeedAct need={need} />
        <RowMenu label={name} items={menu} />
      </span>
      {asked === 'hand' && <NeedHandDialog need={need} onClose={() => ask(null)} />}
    </li>
  );
}

/** Robot, site and another company, as far as they are not the name itself. */
function NeedPlace({ need: { name, device, site, companyName } }: { need: Need }) {
  const company = companyName === session.user()?.companyName ? null : companyName;
  const places = new Set([device?.name, site?.name, company].filter((place) => place && place !== name));
  return places.size > 0 && <small>{[...places].join(' · ')}</small>;
}

/** Why no robot can be sent now. */
function NeedObstacle({ need: { obstacle } }: { need: Need }) {
  const obstacleWord = useObstacleWord();
  if (!obstacle) return null;
  const { code, name, binding, faults } = obstacle;
  return (
    <p className="sl-need-note">
      <Icon name={readinessMarks[code].icon} size={14} />
      {name}: {obstacleWord(code, { binding, live: { faults } })}
    </p>
  );
}

function NeedAssigned({ need: { assigned } }: { need: Need }) {
  const { t } = useTranslation('needs');
  if (!assigned) return null;
  const { mine, name } = assigned;
  return (
    <p className="sl-need-note">
      <Icon name="user" size={14} />
      {mine ? t('isYours') : name === null ? t('isOther') : t('isOf', { name })}
    </p>
  );
}
