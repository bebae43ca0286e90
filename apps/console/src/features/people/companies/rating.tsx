import { useTranslation } from 'react-i18next';
import './rating.css';

const stars = [1, 2, 3, 4, 5];

/** A rating of up to five stars, or a text when there is none. */
export function Rating({ value }: { value: number | null }) {
  const { t } = useTranslation('people/companies');
  if (value === null) return <span className="sl-unknown">{t('notRated')}</span>;
  return (
    <span className="co-stars" role="img" aria-label={t('stars', { count: value })}>
      {stars.map((star) => (
        <span key={star} data-on={star <= value || undefined}>
          ★
        </span>
      ))}
    </span>
  );
}

interface Props {
  value?: number | null;
  onChange?: (value: number | null) => void;
}

/** Stars to choose from; a click on the current rating clears it. */
export function RatingInput({ value = null, onChange }: Props) {
  const { t } = useTranslation('people/companies');
  return (
    <div className="co-stars co-stars-input" role="group" aria-label={t('rating')}>
      {stars.map((star) => (
        <button
          key={star}
          type="button"
          data-on={star <= (value ?? 0) || undefined}
          aria-pressed={star === value}
          aria-label={t('stars', { count: star })}
          title={t('stars', { count: star })}
          onClick={() => onChange?.(star === value ? null : star)}
        >
          ★
        </button>
      ))}
      <span>{value === null ? t('notRated') : t('stars', { count: value })}</span>
    </div>
  );
}
