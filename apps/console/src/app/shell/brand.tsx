import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../kit/api/session.ts';
import { Logo } from '../../kit/ui/logo.tsx';
import { StoredImage } from '../../kit/ui/stored-image.tsx';

/** The logo of the company or of one above it, else the product's. */
export function Brand({ small = false }: { small?: boolean }) {
  const { t } = useTranslation('app');
  const user = useSession();
  const { menu, menuSmall } = user?.images ?? {};
  const image = (small && menuSmall) || menu;
  return (
    <Link to="/" className="sl-brand" title={t('toStart')}>
      {image ? (
        <StoredImage address={image.imgUrl} alt={user?.companyName ?? ''}>
          <Logo wordmark={!small} />
        </StoredImage>
      ) : (
        <Logo wordmark={!small} />
      )}
    </Link>
  );
}
