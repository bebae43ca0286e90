import { settingFaultTexts } from '@sweepline/contract';
import { algoKey, faultOfAlgo, type AlgoParameter, type SettingField } from '@sweepline/contract/robot';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { currentLang } from '../../../kit/format/lang.ts';
import { SettingRow } from './setting-row.tsx';
import { useSettings } from './settings-context.ts';

/** An algorithm parameter as a field of the settings table. */
const fieldOf = ({ type, min = -1e9, max = 1e9 }: AlgoParameter): SettingField =>
  type === 'BOOL' ? { kind: 'switch' } : { kind: 'number', min, max, step: type === 'INT' ? 1 : 0.01 };

/** Converts typed text to the parameter's type. */
function typed(parameter: AlgoParameter | undefined, text: string): unknown {
  if (parameter?.type === 'STRING') return text;
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text.replace(',', '.'));
  // A text that is no number keeps its fault; JSON has no other numbers.
  return text.trim() === '' || !Number.isFinite(number) ? text : number;
}

/** Algorithm parameters that are set, and a row to set another by its key. */
export function AlgoGroup() {
  const { t } = useTranslation('devices/settings');
  const { settings, draft, requested, readOnly } = useSettings();
  const prefix = `${algoKey}.`;
  const set = [...new Set([...Object.keys(requested), ...Object.keys(draft.values)])]
    .filter((key) => key.startsWith(prefix))
    .sort();
  return (
    <section id="ds-algo" className="ds-group" aria-label={t('group.algo')}>
      <h2>{t('group.algo')}</h2>
      <p className="ds-note">{t(settings.catalogue.length > 0 ? 'algo.hint' : 'algo.none')}</p>
      {set.map((name) => (
        <AlgoRow key={name} name={name} />
      ))}
      {!readOnly && settings.catalogue.length > 0 && <AddParameter />}
    </section>
  );
}

function AlgoRow({ name }: { name: string }) {
  const { t } = useTranslation('devices/settings');
  const { settings, draft, requested, readOnly, words } = useSettings();
  const parameter = settings.catalogue.find(({ key }) => `${algoKey}.${key}` === name);
  const dropped = name in draft.values && draft.values[name] === null;
  if (!parameter || parameter.type === 'string' || dropped) {
    return (
      <div className="ds-row" data-edited={dropped || undefined}>
        <div className="ds-name">{words.nameOf(name)}</div>
        <div className="ds-control">
          {words.valueText(name, dropped ? null : (draft.values[name] ?? requested[name]))}
        </div>
        <div className="ds-said">
          {dropped && (
            <Button
              look="quiet"
              icon="undo"
              aria-label={t('undoOne', { setting: words.nameOf(name) })}
              onClick={() => draft.undo(name)}
            />
          )}
        </div>
      </div>
    );
  }
  return (
    <SettingRow
      name={name}
      field={fieldOf(parameter)}
      more={
        !readOnly && (
          <Button
            look="quiet"
            icon="close"
            aria-label={t('algo.drop')}
            onClick={() => draft.set(name, null)}
          />
        )
      }
    />
  );
}

function AddParameter() {
  const { t } = useTranslation('devices/settings');
  const { settings, draft } = useSettings();
  const list = useId();
  const [key, setKey] = useState('');
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const parameter = settings.catalogue.find((it) => it.key === key.trim());
  const range =
    parameter?.min !== undefined && parameter.max !== undefined
      ? { min: parameter.min, max: parameter.max }
      : null;
  const add = () => {
    const value = typed(parameter, text);
    const fault = faultOfAlgo(settings.catalogue, key.trim(), value);
    setWrong(fault !== undefined);
    if (fault) return;
    draft.set(`${algoKey}.${key.trim()}`, value);
    setKey('');
    setText('');
  };
  return (
    <form
      className="ds-add"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <label>
        <small>{t('algo.key')}</small>
        <input
          className="sl-input"
          list={list}
          value={key}
          aria-invalid={wrong}
          onChange={(event) => setKey(event.target.value)}
        />
      </label>
      <datalist id={list}>
        {settings.catalogue.map((it) => (
          <option key={it.key}>{it.key}</option>
        ))}
      </datalist>
      <label>
        <small>
          {t('algo.value')}
          {range && ` · ${t('range', { min: formatNumber(range.min, 3), max: formatNumber(range.max, 3) })}`}
          {parameter?.unit && ` ${parameter.unit}`}
        </small>
        <input
          className="sl-input"
          value={text}
          aria-invalid={wrong}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <Button icon="plus" type="submit">
        {t('algo.add')}
      </Button>
      {wrong && <p role="alert">{settingFaultTexts.KEY[currentLang()]}</p>}
    </form>
  );
}
