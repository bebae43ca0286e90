import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

interface Props {
  path: readonly { id: string; name: string }[];
  from: string;
  to: string;
}

/** The way from the reader's own company down to the one shown. */
export function CompanyPath({ path, from, to }: Props) {
  const { t } = useTranslation('figures/board');
  if (path.length === 0) return null;
  return (
    <nav className="board-path" aria-label={t('path')}>
      {path.map(({ id, name }, place) =>
        place === path.length - 1 ? (
          <strong key={id} aria-current="page">
            {name}
          </strong>
        ) : (
          <Link key={id} to={pages.boardCompanies({ from, to, parentId: id })}>
            {name}
          </Link>
        ),
      )}
    </nav>
  );
}
