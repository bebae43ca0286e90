import {
  isRecord,
  settingGroups,
  settingKeysOf,
  settingOf,
  settings as table,
  algoKey,
} from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../kit/ui/empty.tsx';
import { AlgoGroup } from './algo-group.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSettings } from './settings-context.ts';

/** The settings of the model by group, and values reported by the robot that the table does not contain. */
export function SettingGroups({ search }: { search: string }) {
  const { t } = useTranslation('devices/settings');
  const { settings, words, draft } = useSettings();
  const term = search.trim().toLowerCase();
  const fits = (key: string) =>
    [key, words.nameOf(key), words.hintOf(key)].some((text) => text.toLowerCase().includes(term));
  const groups = settingGroups
    .map((group) => {
      const keys = settingKeysOf(settings.model).filter((key) => table[key].group === group);
      const whole = t(`group.${group}`).toLowerCase().includes(term);
      return { group, keys: whole ? keys : keys.filter(fits) };
    })
    .filter(({ keys }) => keys.length > 0);
  const others = Object.entries(settings.reported ?? {}).filter(
    ([key]) => key !== algoKey && settingOf(settings.model, key) === undefined && fits(key),
  );
  const algo = term === '' || t('group.algo').toLowerCase().includes(term) || hasAlgo(settings, fits);
  if (groups.length === 0 && others.length === 0 && !algo)
    return <Empty icon="search" title={t('noMatch')} hint={t('noMatchHint')} />;
  return (
    <div className="ds-body">
      <nav className="ds-nav" aria-label={t('groups')}>
        {groups.map(({ group, keys }) => {
          const edited = keys.filter((key) => key in draft.values).length;
          return (
            <a key={group} href={`#ds-${group}`} onClick={(event) => scrollToGroup(event, group)}>
              {t(`group.${group}`)}
              {edited > 0 && <b>{edited}</b>}
            </a>
          );
        })}
        {algo && (
          <a href="#ds-algo" onClick={(event) => scrollToGroup(event, 'algo')}>
            {t('group.algo')}
          </a>
        )}
      </nav>
      <div className="ds-groups">
        {groups.map(({ group, keys }) => (
          <section key={group} id={`ds-${group}`} className="ds-group" aria-label={t(`group.${group}`)}>
            <h2>{t(`group.${group}`)}</h2>
            {keys.map((key) => (
              // Every key of the model has a field.
              <SettingRow key={key} name={key} field={settingOf(settings.model, key)!} />
            ))}
          </section>
        ))}
        {algo && <AlgoGroup />}
        {others.length > 0 && (
          <section className="ds-group" aria-label={t('group.other')}>
            <h2>{t('group.other')}</h2>
            {others.map(([key, value]) => (
              <div key={key} className="ds-row">
                <div className="ds-name">
                  <code>{key}</code>
                </div>
                <div className="ds-control">{words.valueText(key, value)}</div>
              </div>
            ))}
          </section>
        )}
      </div>
    </div>
  );
}

const hasAlgo = (
  { catalogue, desired }: ReturnType<typeof useSettings>['settings'],
  fits: (key: string) => boolean,
) => {
  const set = isRecord(desired[algoKey]) ? Object.keys(desired[algoKey]) : [];
  return [...catalogue.map(({ key }) => key), ...set].some(fits);
};

/** Scrolls by script: the URL holds the tab, and a fragment would change the page. */
function scrollToGroup(event: React.MouseEvent, group: string) {
  event.preventDefault();
  document.getElementById(`ds-${group}`)?.scrollIntoView({ block: 'start' });
}
