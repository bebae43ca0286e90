import type { PreviewTarget } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { Differences } from './differences.tsx';
import { verdictMarks } from './marks.ts';
import { useSettingWords } from './setting-parts.ts';
import type { Preview } from './use-preview.ts';

const order: PreviewTarget['verdict'][] = ['DIFFERENT', 'REFUSED', 'OTHER_MODEL', 'SAME'];

/** Targets with their changes. Targets that change come first. */
export function PreviewList({ preview: { data, error, refetch } }: { preview: Preview }) {
  const { t } = useTranslation('devices/settings-rollouts');
  const words = useSettingWords(data?.model);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} />;
  const sorted = data.targets.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const same = data.targets.filter(({ verdict }) => verdict === 'SAME').length;
  return (
    <>
      <ul className="sr-targets">
        {sorted
          .filter(({ verdict }) => verdict !== 'SAME')
          .map((target) => (
            <li key={target.id}>
              <TargetHead target={target} />
              {target.differences.length > 0 && (
                <Differences
                  words={words}
                  rows={target.differences.map(({ key, before, after }) => ({
                    key,
                    from: before,
                    to: after,
                  }))}
                />
              )}
              {target.faults.length > 0 && (
                <p className="sr-note">
                  {t('cannotHave', { settings: target.faults.map(words.nameOf).join(', ') })}
                </p>
              )}
            </li>
          ))}
      </ul>
      {same > 0 && <p className="sr-note">{t('sameCount', { count: same })}</p>}
    </>
  );
}

function TargetHead({ target }: { target: PreviewTarget }) {
  const { t } = useTranslation('devices/settings-rollouts');
  const { word } = useWords();
  const { nickname, sn, model, state, verdict, differences } = target;
  return (
    <header>
      <strong>{nickname}</strong>
      <small>
        {sn} · {model}
        {state !== 'ONLINE' && ` · ${word('connection', state)}`}
      </small>
      <StateMark
        {...verdictMarks[verdict]}
        word={verdict === 'DIFFERENT' ? t('changes', { count: differences.length }) : t(`verdict.${verdict}`)}
      />
    </header>
  );
}
