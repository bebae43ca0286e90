import { useTranslation } from 'react-i18next';
import type { Draft } from './profile-form.tsx';

interface Props {
  draft: Draft;
  /** Names of the invalid fields. */
  wrong: ReadonlySet<string>;
  /** The contact was changed, which needs the password. */
  needsPassword: boolean;
  onChange: (draft: Draft) => void;
}

const fields = [
  { name: 'nickname', type: 'text', complete: 'name' },
  { name: 'phone', type: 'tel', complete: 'tel' },
  { name: 'email', type: 'email', complete: 'email' },
] as const;

/** Name and contact details of the own account. */
export function ProfileWho({ draft, wrong, needsPassword, onChange }: Props) {
  const { t } = useTranslation('people/profile');
  return (
    <section aria-labelledby="profile-who">
      <h2 id="profile-who">{t('who')}</h2>
      {fields.map(({ name, type, complete }) => (
        <label key={name} className="profile-field">
          <span>{t(name)}</span>
          <input
            className="sl-input"
            type={type}
            autoComplete={complete}
            value={draft[name]}
            aria-invalid={wrong.has(name)}
            onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
          />
          {wrong.has(name) && <small role="alert">{t(`wrong.${name}`)}</small>}
        </label>
      ))}
      {needsPassword && (
        <label className="profile-field">
          <span>{t('originPassword')}</span>
          <input
            className="sl-input"
            type="password"
            autoComplete="current-password"
            value={draft.originPassword ?? ''}
            aria-invalid={wrong.has('originPassword')}
            onChange={({ target }) => onChange({ ...draft, originPassword: target.value })}
          />
          <small role={wrong.has('originPassword') ? 'alert' : undefined}>
            {t(wrong.has('originPassword') ? 'wrong.originPassword' : 'originPasswordHint')}
          </small>
        </label>
      )}
    </section>
  );
}
