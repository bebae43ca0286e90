import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../kit/api/session.ts';
import { Logo } from '../../kit/ui/logo.tsx';
import { StoredImage } from '../../kit/ui/stored-image.tsx';

/** The company's own menu image, else the product's logo. */
export function Brand({ small = false }: { small?: boolean }) {
  const { t } = useTranslation('app');
  const user = useSession();
  const image = user?.images.menu?.imgUrl;
  return (
    <Link to="/" className="sl-brand" title={t('toStart')}>
      {image ? (
        <StoredImage address={image} alt={user.companyName}>
          <Logo wordmark={!small} />
        </StoredImage>
      ) : (
        <Logo wordmark={!small} />
      )}
    </Link>
  );
}
