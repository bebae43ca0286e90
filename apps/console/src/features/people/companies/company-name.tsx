import type { Company } from '@sweepline/contract';
import { Link } from 'react-router';
import { companyAddress } from './company-address.ts';
import { useCompanyWords } from './use-company-words.ts';
import './company-name.css';

/** The name of a company above its type and region. */
export function CompanyName({ company }: { company: Company }) {
  const words = useCompanyWords();
  return (
    <>
      <Link className="co-identity" to={companyAddress(company)} title={company.name}>
        {company.name}
      </Link>
      <small className="co-identity-second">
        {[
          company.type === 2 && words.type(company),
          company.region && words.region(company.region),
          company.location,
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  );
}
