import { logoCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { keyboardScroll } from '../../../kit/list/keyboard-scroll.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Logo } from '../../../kit/ui/logo.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StoredImage } from '../../../kit/ui/stored-image.tsx';
import { LogoPlaces } from './logo-place.tsx';

/** The logos that a company has now, where they stand, and where each comes from. */
export function LogosInForce({ companyId }: { companyId: string | undefined }) {
  const { t } = useTranslation('brand/logos');
  const { data, error, refetch } = useQuery({
    ...callQuery(logoCalls.effective, { companyId }),
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <section className="logos-in-force" aria-busy>
        <Skeleton lines={4} />
      </section>
    );
  return (
    <section className="logos-in-force">
      <h2>{t('inForce', { company: data.company.name })}</h2>
      <ul ref={keyboardScroll}>
        {data.list.map(({ style, origin, file }) => (
          <li key={style}>
            <strong>{t(`styles.${style}`)}</strong>
            <LogoPlaces style={style}>
              {file ? (
                <StoredImage className="logo-picture" address={file} alt={t(`styles.${style}`)} />
              ) : (
                <Logo wordmark={false} />
              )}
            </LogoPlaces>
            <small>{t(`origins.${origin}`)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
