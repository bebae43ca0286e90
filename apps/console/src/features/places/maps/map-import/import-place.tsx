import { companyCalls, siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { session } from '../../../../kit/api/session.ts';

/** The values a user enters beside the files of a map. */
export interface Place {
  name: string;
  companyId: string | undefined;
  siteId: string | undefined;
  floor: string;
}

interface Props {
  place: Place;
  reasons: Record<string, string>;
  onChange: (change: Partial<Place>) => void;
}

/** The name, company and place of the new map. */
export function ImportPlace({ place, reasons, onChange }: Props) {
  const { t } = useTranslation('places/maps');
  const id = useId();
  const companies = useQuery(callQuery(companyCalls.options, { pageSize: 99 })).data?.list ?? [];
  const companyId = place.companyId ?? session.user()?.companyId;
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  const ofCompany = sites.filter((site) => site.companyId === companyId);
  const floors = ofCompany.find((site) => site.id === place.siteId)?.floors ?? [];
  const reason = (field: string) => reasons[field] && <p className="maps-field-fault">{reasons[field]}</p>;
  return (
    <div className="maps-fields">
      <label htmlFor={`${id}name`}>{t('name')}</label>
      <input
        id={`${id}name`}
        className="sl-input"
        value={place.name}
        maxLength={60}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {reason('name')}
      {companies.length > 1 && (
        <>
          <label htmlFor={`${id}company`}>{t('company')}</label>
          <Select
            id={`${id}company`}
            value={companyId ?? null}
            options={companies.map(({ id: value, name }) => ({ value, label: name }))}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(value) => onChange({ companyId: value ?? undefined, siteId: undefined, floor: '' })}
          />
          {reason('companyId')}
        </>
      )}
      <label htmlFor={`${id}site`}>
        {t('site')} <small>{t('optional')}</small>
      </label>
      <Select
        id={`${id}site`}
        allowClear
        value={place.siteId ?? null}
        placeholder={t(ofCompany.length > 0 ? 'chooseSite' : 'noSites')}
        disabled={ofCompany.length === 0}
        options={ofCompany.map(({ id: value, name }) => ({ value, label: name }))}
        onChange={(value) => onChange({ siteId: value ?? undefined, floor: '' })}
      />
      {reason('siteId')}
      {place.siteId && (
        <>
          <label htmlFor={`${id}floor`}>
            {t('floor')} <small>{t('optional')}</small>
          </label>
          <input
            id={`${id}floor`}
            className="sl-input"
            list={`${id}floors`}
            value={place.floor}
            maxLength={40}
            placeholder={t('floorHint')}
            onChange={({ target }) => onChange({ floor: target.value })}
          />
          <datalist id={`${id}floors`}>
            {floors.map((floor) => (
              <option key={floor.id}>{floor.name}</option>
            ))}
          </datalist>
          {reason('floor')}
        </>
      )}
    </div>
  );
}
