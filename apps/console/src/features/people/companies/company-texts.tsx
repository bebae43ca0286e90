import type { Company } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { unknown } from '../../../kit/format/format.ts';
import { companyAddress } from './company-address.ts';
import { DetailGroup, Fact } from './detail/detail-group.tsx';
import { Rating } from './rating.tsx';
import { useCompanyWords } from './use-company-words.ts';

export function WhatGroup({ company }: { company: Company }) {
  const { t } = useTranslation('people/companies');
  const words = useCompanyWords();
  return (
    <DetailGroup title={t('what')}>
      <dl>
        <Fact name={t('code')}>{company.code}</Fact>
        <Fact name={t('region')}>{words.region(company.region)}</Fact>
        <Fact name={t('location')}>{company.location || unknown}</Fact>
        <Fact name={t('scenario')}>{words.scenario(company.scenario)}</Fact>
        <Fact name={t('rating')}>
          <Rating value={company.rating} />
        </Fact>
        <Fact name={t('feature')}>{t(`features.${company.feature}`)}</Fact>
        <Fact name={t('created')}>
          <Ago at={company.createdAt} />
        </Fact>
      </dl>
    </DetailGroup>
  );
}

export function WhoGroup({ company }: { company: Company }) {
  const { t } = useTranslation('people/companies');
  const { contactName, contactPhone, contactEmail, parent, sales, fae } = company;
  return (
    <DetailGroup title={t('who')}>
      <dl>
        <Fact name={t('contact')}>{contactName || unknown}</Fact>
        <Fact name={t('phone')}>
          {contactPhone ? (
            <a href={`tel:${contactPhone.replaceAll(/[^+\d]/g, '')}`}>{contactPhone}</a>
          ) : (
            unknown
          )}
        </Fact>
        <Fact name={t('email')}>
          {contactEmail ? <a href={`mailto:${contactEmail}`}>{contactEmail}</a> : unknown}
        </Fact>
        <Fact name={t('parent')}>
          {/* A company with children is never a terminal company. */}
          {parent ? <Link to={companyAddress({ id: parent.id, type: 2 })}>{parent.name}</Link> : unknown}
        </Fact>
        <Fact name={t('sales')}>{sales?.name ?? unknown}</Fact>
        <Fact name={t('fae')}>{fae?.name ?? unknown}</Fact>
      </dl>
    </DetailGroup>
  );
}
